import { z } from 'zod'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Head } from './seal.ts'

/** A part of the audit: a month, or what was there before the audit was divided (docs/decisions/0106). */
export interface Part {
  readonly part: string
  /** Null: from the beginning. */
  readonly since: string | null
  readonly until: string
}

/** Facts that are kept about a removed part. */
export const removedFacts = z.object({
  /** Links of the part, which are the lines of its archive. */
  rows: z.int(),
  /** The link before the part's first one; number 0 where the part began the chain. */
  before: z.object({ seq: z.int(), hash: z.string() }),
  /** Its last link: the chain that is kept begins behind it. */
  last: z.object({ seq: z.int(), hash: z.string() }),
  /** Rows of the part whose links are in the next one, because they were sealed after its end. */
  carried: z.array(z.tuple([z.int(), z.string()])),
  /** Digest of the archive in hex. */
  archive: z.string(),
})
export type RemovedFacts = z.infer<typeof removedFacts>

export interface RemovedPart extends Part {
  readonly facts: RemovedFacts
}

/** Code over what is kept of a removed part, which only the portal can make. */
export const macOf = (keys: Keys, part: Part, facts: string): Buffer =>
  keys.stamp('audit-removed', removedText(part, facts))
const removedText = ({ part, since, until }: Part, facts: string) =>
  JSON.stringify([part, since, until, facts])

const columns = sql`part, since, until`

/** The oldest part that is still there and ended more than `months` ago; undefined where there is none. */
export function partDue(db: Queryable, months: number): Promise<Part | undefined> {
  return db.maybeOne<Part>(sql`
    select ${columns}
    from audit_month
    where removed_at is null and until = (select min(until) from audit_month where removed_at is null)
      and until <= now() - make_interval(months => ${months})`)
}

/** The parts that were removed, oldest first; `forged` names one whose code is not the portal's. */
export async function removedParts(
  db: Queryable,
  keys: Keys,
): Promise<{ removed: RemovedPart[]; forged: string[] }> {
  const rows = await db.query<Part & { facts: string; mac: Buffer }>(sql`
    select ${columns}, facts, mac
    from audit_month
    where removed_at is not null
    order by until`)
  const isOurs = (row: (typeof rows)[number]) =>
    keys.stamps('audit-removed', removedText(row, row.facts), row.mac)
  return {
    removed: rows.filter(isOurs).map(({ part, since, until, facts }) => ({
      part,
      since,
      until,
      facts: removedFacts.parse(JSON.parse(facts)),
    })),
    forged: rows.filter((row) => !isOurs(row)).map(({ part }) => part),
  }
}

/** Last link of the removed parts: the chain that is kept begins after it. */
export const keptFrom = (removed: readonly RemovedPart[]): Head =>
  removed.at(-1)?.facts.last ?? { seq: 0, hash: '' }
