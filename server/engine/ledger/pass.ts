import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import { recountYears, type YearOfAccount } from './balance.ts'
import { counterEntries } from './entries.ts'

interface PostedEntry {
  readonly id: string
  readonly account: string
  readonly type: string
  readonly source: string
  readonly version: number
}

const postedBy = (tx: Tx, ownerId: number): Promise<PostedEntry[]> =>
  tx.query<PostedEntry>(sql`
    select id, account, source_type as type, source_id as source, source_version as version
    from ledger_entry where owner_id = ${ownerId}`)

const keyOf = ({ account, type, source, version }: PostedEntry) => [account, type, source, version].join(' ')

const columns = sql`id, account, year, category, tenths, source, source_type, source_id, source_version, from_on, to_on,
  certificate, counters_id, reason, by_identity, at, institution_id, district_id, city_id, province_id`

/**
 * Gives the entries of one number to another number of the same human, and counts the years of that one anew.
 * A version of a source that both posted counts once. Entries are added and countered, never moved: the
 * former number keeps its own, taken back.
 */
export async function passEntries(
  tx: Tx,
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: number | null },
): Promise<void> {
  const there = new Set((await postedBy(tx, to)).map(keyOf))
  const entries = await postedBy(tx, from)
  const passing = entries.filter((entry) => !there.has(keyOf(entry))).map(({ id }) => id)
  await tx.execute(sql`
    insert into ledger_entry (owner_id, ${columns})
    select ${to}::int, ${columns} from ledger_entry
    where owner_id = ${from} and id = any(${passing}::uuid[])`)
  for (const [, { account, type, source }] of new Map(entries.map((entry) => [keyOf(entry), entry])))
    await counterEntries(
      tx,
      { ownerId: from, account, of: { type, id: source } },
      { reason: '两份档案合并', by },
    )
  const years = await tx.query<Omit<YearOfAccount, 'ownerId'>>(sql`
    select distinct account, year from ledger_entry where owner_id = ${to}`)
  await recountYears(
    tx,
    years.map((one) => ({ ownerId: to, ...one })),
  )
}
