import type { Actor } from '../../../catalogue/access/access.ts'
import {
  talentQuery,
  type TalentGroup,
  type TalentQuery,
} from '../../../catalogue/contract/analysis/talents.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { talentDoubts, talentStates } from '../../../catalogue/talents/entry.ts'
import { basisOf } from '../../../catalogue/talents/rules.ts'
import type { Engine } from '../../engine/engine.ts'
import {
  openColumns,
  placeWords,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { linesStatement, type LineRow } from './lines.ts'
import { askedOf, keysStatement } from './list.ts'

const columns: readonly LineColumn<LineRow>[] = [
  { key: 'name', title: '姓名', width: 12, of: ({ name }) => name },
  { key: 'org', title: '单位', width: 28, of: ({ org }) => org },
  { key: 'kind', title: '类别', width: 18, of: ({ kind }) => labelOf('highLevelKind', kind) },
  {
    key: 'level',
    title: '级别',
    width: 10,
    of: ({ level }) => (level === '' ? null : labelOf('talentLevel', level)),
  },
  {
    key: 'subject',
    title: '学科',
    width: 10,
    of: ({ subject }) => (subject === null ? null : labelOf('subject', subject)),
  },
  { key: 'year', title: '获得年份', kind: 'number', width: 10, of: ({ year }) => year },
  { key: 'basis', title: '依据', width: 32, of: ({ rule, reason }) => reason ?? basisOf(rule) },
  { key: 'state', title: '状态', width: 12, of: ({ state, removed }) => removed ?? talentStates[state] },
  {
    key: 'doubts',
    title: '待核',
    width: 20,
    of: ({ doubts }) => doubts.map((doubt) => talentDoubts[doubt].label).join('、'),
  },
  { key: 'until', title: '有效期至', kind: 'date', width: 12, of: ({ until }) => until },
  { key: 'office', title: '列入单位', width: 24, of: ({ office }) => office },
]

const groups: Readonly<Record<TalentGroup, string>> = {
  ...talentStates,
  doubtful: '待核',
  removed: '已移出',
}

async function filtersOf(engine: Engine, query: TalentQuery): Promise<string[]> {
  const { keyword, institutionId, area_code: area, kind, level, subject, how, state, published } = query
  return [
    ...(keyword ? [`关键词：${keyword}`] : []),
    ...(await placeWords(engine.db, institutionId)),
    ...(area === undefined ? [] : [`区划：${area}`]),
    ...(state === undefined ? [] : [`状态：${groups[state]}`]),
    ...(published === undefined ? [] : [`是否发布：${published === '1' ? '是' : '否'}`]),
    ...(kind === undefined ? [] : [`类别：${labelOf('highLevelKind', kind)}`]),
    ...(level === undefined ? [] : [`级别：${labelOf('talentLevel', level)}`]),
    ...(subject === undefined ? [] : [`学科：${labelOf('subject', subject)}`]),
    ...(how === undefined ? [] : [`列入方式：${how === 'rule' ? '按规则' : '人工列入'}`]),
  ]
}

async function open(
  engine: Engine,
  actor: Actor,
  given: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const query = parsed(talentQuery, given)
  const asked = await askedOf(engine, actor, query)
  return {
    title: '高层次人才名单',
    columns: openColumns(columns),
    filters: await filtersOf(engine, query),
    order: query.state === 'removed' ? '移出时间，从近到远' : '类别、级别',
    keys: async (most) => {
      const rows = await engine.search.query<{ id: number; owner_id: number }>(keysStatement(asked, most))
      return rows.map(({ id, owner_id: teacher }) => ({ id, teacher }))
    },
    rows: async (keys) => {
      const ids = keys.map(({ id }) => Number(id))
      const rows = await engine.db.query<LineRow>(linesStatement(actor, ids))
      return rows.map((row) => rowOfLine(columns, row))
    },
  }
}

/** The lists of talents, as a list of which people may take out what they see. */
export const talentsList = (engine: Engine): ExportList => ({
  name: 'talents',
  roles: [4, 5, 6],
  open: (actor, query) => open(engine, actor, query),
})
