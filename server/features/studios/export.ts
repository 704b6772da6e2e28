import type { Actor } from '../../../catalogue/access/access.ts'
import { studiosAsked, type StudioLine } from '../../../catalogue/contract/teaching/studios.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { studio } from '../../../catalogue/processes/studio.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { lightLabels, type Light } from '../../../catalogue/teaching/studio-lights.ts'
import {
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { parsed } from '../../platform/http/body.ts'
import type { StudiosNeeds } from './index.ts'
import { linesOfStudios, studioIds } from './list.ts'

const definition: AnyProcess = studio
const lights: readonly Light[] = ['overdue', 'behind', 'slow', 'onTime', 'done']

const columns: readonly LineColumn<StudioLine>[] = [
  { key: 'name', title: '工作室', width: 32, of: ({ name }) => name },
  { key: 'level', title: '级别', width: 12, of: ({ level }) => labelOf('studioLevel', level) },
  { key: 'kind', title: '类别', width: 18, of: ({ kind }) => labelOf('studioKind', kind) },
  {
    key: 'subject',
    title: '学科',
    width: 10,
    of: ({ subject }) => (subject === null ? null : labelOf('subject', subject)),
  },
  { key: 'host', title: '主持人', width: 12, of: ({ host }) => host },
  { key: 'institution', title: '依托单位', width: 28, of: ({ institution }) => institution },
  { key: 'members', title: '入室学员', kind: 'number', width: 10, of: ({ members }) => members },
  { key: 'capacity', title: '名额', kind: 'number', width: 8, of: ({ capacity }) => capacity },
  ...lights.map((light): LineColumn<StudioLine> => ({
    key: `lights.${light}`,
    title: lightLabels[light],
    kind: 'number',
    width: 8,
    of: (line) => line.lights[light] ?? 0,
  })),
  { key: 'state', title: '状态', width: 12, of: ({ state }) => definition.states[state]?.label ?? state },
  { key: 'period', title: '周期止', kind: 'date', width: 12, of: ({ periodEnd }) => periodEnd },
  {
    key: 'result',
    title: '最近考核',
    width: 12,
    of: ({ lastResult }) => (lastResult === null ? null : labelOf('annualResult', lastResult)),
  },
]

async function open(
  db: Queryable,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const asked = parsed(studiosAsked, query)
  return {
    title: '名师工作室',
    columns: openColumns(columns),
    filters: [asked.over === '1' ? '已结束' : '运行中'],
    order: '级别、名称',
    keys: async (most) => (await studioIds(db, actor, asked, most)).map((id) => ({ id, teacher: null })),
    rows: async (keys) =>
      (
        await linesOfStudios(
          db,
          actor,
          keys.map(({ id }) => String(id)),
        )
      ).map((line) => rowOfLine(columns, line)),
  }
}

/** The studios of an office, as its page lists them. */
export const studioList = ({ db }: Pick<StudiosNeeds, 'db'>): ExportList => ({
  name: 'studios',
  roles: [3, 4, 5, 6],
  open: (actor, query) => open(db, actor, query),
})
