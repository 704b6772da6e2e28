import type { Category, HourSource } from '../../../catalogue/hours/rule.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import { recountYear, recountYears, type PlacedYear } from './balance.ts'

/** What an entry is of: a version of a record, or whatever else gives hours, by its type. */
export interface EntrySource {
  readonly type: string
  readonly id: string
}

/** Hours of a teacher as they are posted. */
export interface Posting {
  readonly ownerId: number
  readonly account: string
  readonly year: number
  readonly category: Category
  readonly source: HourSource
  /** Tenths of an hour. */
  readonly tenths: number
  /** The first and the last day, YYYY-MM-DD. */
  readonly from: string | null
  readonly to: string | null
  readonly certificate: string
  readonly of: EntrySource
  readonly version: number
  /** Who brought it about; null for the clock. */
  readonly by: number | null
}

/** Keeps others out who write these accounts, until the transaction ends. */
async function lockAccounts(
  tx: Tx,
  accounts: readonly Pick<Posting, 'ownerId' | 'account'>[],
): Promise<void> {
  // A row that is there is locked, and stays as it is; in the order of owners, so that two lists cannot wait
  // for each other.
  await tx.execute(sql`
    insert into ledger_account (owner_id, account)
    select distinct x."ownerId", x.account
    from jsonb_to_recordset(${sql.json(accounts)}) as x("ownerId" int, account text)
    order by 1, 2
    on conflict (owner_id, account) do update set account = excluded.account where false`)
}

/**
 * Posts hours, once for a version of what they are of: asked again, nothing happens.
 * @returns whether there is a new entry
 */
export const postEntry = async (tx: Tx, posting: Posting): Promise<boolean> =>
  (await postEntries(tx, [posting])) > 0

/**
 * Posts hours of many people by some statements, whatever their number.
 * @returns how many entries are new
 */
export async function postEntries(tx: Tx, postings: readonly Posting[]): Promise<number> {
  if (postings.length === 0) return 0
  await lockAccounts(
    tx,
    postings.map(({ ownerId, account }) => ({ ownerId, account })),
  )
  const rows = postings.map(({ of, ...one }) => ({ ...one, id: uuidv7(), type: of.type, source_id: of.id }))
  const added = await tx.query<PlacedYear>(sql`
    insert into ledger_entry (owner_id, id, account, year, category, tenths, source, source_type, source_id, source_version,
      from_on, to_on, certificate, by_identity, institution_id, district_id, city_id, province_id)
    select x."ownerId", x.id, x.account, x.year, x.category, x.tenths, x.source, x.type, x.source_id,
      x.version, x."from", x."to", x.certificate, x.by, t.institution_id, t.district_id, t.city_id, t.province_id
    from jsonb_to_recordset(${sql.json(rows)}) as x("ownerId" int, id uuid, account text, year int, category text,
        tenths int, source text, type text, source_id text, version int, "from" date, "to" date, certificate text, by int)
      join teacher t on t.id = x."ownerId"
    on conflict do nothing
    returning owner_id as "ownerId", account, year, province_id as "provinceId"`)
  const years = new Map(added.map((one) => [`${one.ownerId}|${one.account}|${one.year}`, one]))
  await recountYears(tx, [...years.values()])
  return added.length
}

/** An entry that was not taken back. */
export interface StandingEntry extends Pick<
  Posting,
  'year' | 'category' | 'tenths' | 'from' | 'to' | 'certificate' | 'version'
> {
  readonly id: string
}

/** What was ever posted of a source: the entries that are in force, and the last version, 0 without any. */
export interface PostedSource {
  readonly standing: readonly StandingEntry[]
  readonly last: number
}

/** Reads all entries of a source: a few, whatever was taken back of it. */
export async function postedOf(
  tx: Tx,
  { ownerId, account, of }: Pick<Posting, 'ownerId' | 'account' | 'of'>,
): Promise<PostedSource> {
  const all = await tx.query<StandingEntry & { counters: string | null; countered: boolean }>(sql`
    select e.id, e.year, e.category, e.tenths, to_char(e.from_on, 'YYYY-MM-DD') as "from",
      to_char(e.to_on, 'YYYY-MM-DD') as "to", e.certificate, e.source_version as version, e.counters_id as counters,
      exists (select 1 from ledger_entry c where c.owner_id = ${ownerId} and c.counters_id = e.id) as countered
    from ledger_entry e
    where e.owner_id = ${ownerId} and e.account = ${account} and e.source_type = ${of.type} and e.source_id = ${of.id}`)
  return {
    standing: all.filter(({ counters, countered }) => counters === null && !countered),
    last: all.reduce((most, { version }) => Math.max(most, version), 0),
  }
}

/** The entries of a source that are in force. */
export const standingOf = async (
  tx: Tx,
  key: Pick<Posting, 'ownerId' | 'account' | 'of'>,
): Promise<readonly StandingEntry[]> => (await postedOf(tx, key)).standing

/**
 * Takes back, whole, what stands of a source, by an entry that counters it. Taken back already, or never
 * posted: nothing happens.
 * @returns the versions that were taken back
 */
export async function counterEntries(
  tx: Tx,
  { ownerId, account, of }: Pick<Posting, 'ownerId' | 'account' | 'of'>,
  { reason, by }: { readonly reason: string; readonly by: number | null },
): Promise<number[]> {
  await lockAccounts(tx, [{ ownerId, account }])
  const standing = await standingOf(tx, { ownerId, account, of })
  for (const { id } of standing)
    await tx.execute(sql`
      insert into ledger_entry (owner_id, id, account, year, category, tenths, source, source_type, source_id,
        source_version, from_on, to_on, certificate, counters_id, reason, by_identity, institution_id, district_id,
        city_id, province_id)
      select owner_id, ${uuidv7()}::uuid, account, year, category, -tenths, source, source_type, source_id,
        source_version, from_on, to_on, certificate, id, ${reason}, ${by}::int, institution_id, district_id, city_id,
        province_id
      from ledger_entry where owner_id = ${ownerId} and id = ${id}::uuid`)
  for (const year of new Set(standing.map((one) => one.year)))
    await recountYear(tx, { ownerId, account, year })
  return standing.map(({ version }) => version)
}

/** The number of the next version of a source: entries of a source are numbered from 1. */
export async function nextVersion(
  tx: Tx,
  { ownerId, account, of }: Pick<Posting, 'ownerId' | 'account' | 'of'>,
): Promise<number> {
  const { version } = await tx.one<{ version: number }>(sql`
    select coalesce(max(source_version), 0) + 1 as version from ledger_entry
    where owner_id = ${ownerId} and account = ${account} and source_type = ${of.type} and source_id = ${of.id}`)
  return version
}
