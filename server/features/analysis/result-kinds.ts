import { sql, type Sql } from '../../platform/db/sql.ts'

/** Records of the archive that a kind of result stands in. */
export interface ResultSource {
  readonly type: string
  /** Field with the month or day of the result. */
  readonly time: string
  readonly where: Sql
}

const all = sql`true`
const writing = (...kinds: readonly string[]): ResultSource => ({
  type: 'writing',
  time: 'publish_month',
  where: sql`r.writing_kind = any(${kinds}::text[])`,
})
const report = (...kinds: readonly string[]): ResultSource => ({
  type: 'researchReport',
  time: 'report_date',
  where: sql`r.report_kind = any(${kinds}::text[])`,
})
const paper: ResultSource = { type: 'paper', time: 'publish_month', where: all }

/** What the summary counts. */
export const summarised = {
  paper,
  award: { type: 'achievementAward', time: 'award_month', where: all },
  book: { type: 'writing', time: 'publish_month', where: all },
} as const

/**
 * Codes of dictionary achievementKind, whose kinds the archives divide more finely. Courseware (401) has no
 * record type of its own: nothing is counted.
 */
const byCode: Readonly<Record<string, ResultSource>> = {
  300: report('3', '4'),
  301: writing('11'),
  302: writing('12'),
  303: writing('14'),
  304: writing('13'),
  305: writing('20', '21', '30'),
  306: writing('15'),
  308: paper,
  310: report('1'),
  311: report('2'),
  402: { type: 'patent', time: 'approve_date', where: sql`r.patent_kind = '5'` },
  999: writing('80', '99'),
}

/** The records of a kind: all that the summary counts when none is asked for. */
export function sourcesOf(kind: string | undefined): readonly ResultSource[] {
  if (kind === undefined) return Object.values(summarised)
  const named = Object.entries(summarised).find(([name]) => name === kind)?.[1] ?? byCode[kind]
  return named ? [named] : []
}
