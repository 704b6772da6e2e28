import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import type { CaseRow } from './row.ts'

/** The states from which entries are decided: where experts review them, and where their points stand. */
export function statesToDecide({ campaign, moves }: AnyProcess): string[] {
  const rules = campaign?.reviewed
  if (!rules) return []
  return [rules.state, ...moves.flatMap(({ name, to }) => (name === rules.scores?.move ? [to] : []))]
}

/**
 * What experts wrote about an entry, without names, where the rules of the round show it to applicants;
 * nothing before the entry is decided.
 */
export async function opinionsOf(
  db: Queryable,
  definition: AnyProcess,
  { id, campaignId, state }: Pick<CaseRow, 'id' | 'campaignId' | 'state'>,
): Promise<string[]> {
  if (campaignId === null || statesToDecide(definition).includes(state)) return []
  const kept = await db.maybeOne<{ opinions: string[] }>(sql`
    select opinions from campaign_outcome
    where campaign_id = ${campaignId}::uuid and case_id = ${id}::uuid`)
  return kept?.opinions.filter((opinion) => opinion !== '') ?? []
}
