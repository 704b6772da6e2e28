import type { Actor } from '../../../catalogue/access/access.ts'
import { roundId } from '../../../catalogue/contract/review/rounds.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import {
  openColumns,
  rowOfLine,
  type ExportList,
  type LineColumn,
  type OpenedList,
} from '../../engine/exports/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { handedIn, type ScoreWithSource } from './closing.ts'
import { roundOf, wrongState, type ReviewNeeds, type RoundRow } from './options.ts'

const points = (hundredths: number | undefined): number | null =>
  hundredths === undefined ? null : hundredths / 100

const columnsOf = ({ rules }: RoundRow): LineColumn<ScoreWithSource>[] => [
  { key: 'code', title: '编号', width: 10, of: ({ code }) => code },
  { key: 'title', title: '材料', width: 32, of: ({ title }) => title },
  { key: 'expert', title: '专家号', kind: 'number', width: 10, of: ({ expert }) => expert },
  { key: 'kind', title: '评审', width: 10, of: ({ kind }) => (kind === 'main' ? '初评' : '加评') },
  ...rules.rubric.map(({ key, label }): LineColumn<ScoreWithSource> => ({
    key: `score.${key}`,
    title: label,
    kind: 'number',
    width: 12,
    of: ({ scores }) => points(scores[key]),
  })),
  {
    key: 'conclusion',
    title: '结论',
    width: 12,
    of: ({ conclusion }) => labelOf('reviewConclusion', conclusion),
  },
  { key: 'opinion', title: '评语', width: 60, of: ({ opinion }) => opinion },
]

async function open(
  { db }: ReviewNeeds,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { id } = parsed(roundId, query)
  const round = await roundOf(db, actor, id)
  if (round.state !== 'closed') throw wrongState('评审结束以后才能导出评分')
  const columns = columnsOf(round)
  const lines = await handedIn(db, round)
  const keyOf = ({ code, expert }: ScoreWithSource) => `${code}|${expert}`
  const byKey = new Map(lines.map((line) => [keyOf(line), line]))
  return {
    title: `${round.title}原始评分`,
    columns: openColumns(columns),
    filters: [`参数摘要：${round.rules_digest ?? ''}`],
    order: '编号、专家号',
    keys: async (most) => lines.slice(0, most).map((line) => ({ id: keyOf(line), teacher: null })),
    rows: async (keys) =>
      keys.flatMap(({ id: key }) => {
        const line = byKey.get(String(key))
        return line ? [rowOfLine(columns, line)] : []
      }),
  }
}

/** The raw scores of a closed round, from which anybody can work out its result sheet again. */
export const scoresList = (o: ReviewNeeds): ExportList => ({
  name: 'reviewScores',
  roles: [4, 5, 6],
  open: (actor, query) => open(o, actor, query),
})
