import type { Actor } from '../../../../catalogue/access/access.ts'
import { pairsAsked, type PairLine } from '../../../../catalogue/contract/support-pairs.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { pairAgreement } from '../../../../catalogue/processes/pair-agreement.ts'
import type { AnyProcess } from '../../../../catalogue/processes/define.ts'
import { lightLabels, type Light } from '../../../../catalogue/teaching/studio-lights.ts'
import {
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../../engine/exports/index.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { parsed } from '../../../platform/http/body.ts'
import { agreementIds, linesOfAgreements } from './list.ts'

const definition: AnyProcess = pairAgreement
const lights: readonly Light[] = ['overdue', 'behind', 'slow', 'onTime', 'done']
const stages = { active: '执行中', waiting: '办理中', over: '已结束' } as const

const columns: readonly LineColumn<PairLine>[] = [
  { key: 'supporter', title: '支援方', width: 28, of: ({ supporter, outside }) => outside ?? supporter },
  { key: 'supported', title: '受援方', width: 28, of: ({ supported }) => supported },
  { key: 'kind', title: '类别', width: 12, of: ({ kind }) => labelOf('pairKind', kind) },
  { key: 'authority', title: '备案单位', width: 24, of: ({ authority }) => authority },
  { key: 'state', title: '状态', width: 14, of: ({ state }) => definition.states[state]?.label ?? state },
  { key: 'fromDay', title: '起始日', kind: 'date', width: 12, of: ({ fromDay }) => fromDay },
  { key: 'untilDay', title: '截止日', kind: 'date', width: 12, of: ({ untilDay }) => untilDay },
  { key: 'goals', title: '目标', kind: 'number', width: 8, of: ({ goals }) => goals },
  ...lights.map((light): LineColumn<PairLine> => ({
    key: `lights.${light}`,
    title: lightLabels[light],
    kind: 'number',
    width: 8,
    of: (line) => line.lights[light] ?? 0,
  })),
]

async function open(
  db: Queryable,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const asked = parsed(pairsAsked, query)
  return {
    title: '结对协议',
    columns: openColumns(columns),
    filters: [stages[asked.stage]],
    order: '起始日，新的在前',
    keys: async (most) => (await agreementIds(db, actor, asked, most)).map((id) => ({ id, teacher: null })),
    rows: async (keys) =>
      (
        await linesOfAgreements(
          db,
          actor,
          keys.map(({ id }) => String(id)),
        )
      ).map((line) => rowOfLine(columns, line)),
  }
}

/** Pair agreements of an office, as its page lists them. */
export const agreementList = (db: Queryable): ExportList => ({
  name: 'pairAgreements',
  roles: [3, 4, 5, 6],
  open: (actor, query) => open(db, actor, query),
})
