import type { Category, HourSource } from '../../../catalogue/hours/rule.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import { recountYear } from './balance.ts'

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

/** Keeps others out who write the account of this owner, until the transaction ends. */
async function lockAccount(tx: Tx, ownerId: number, account: string): Promise<void> {
  await tx.execute(sql`
    insert into ledger_account (owner_id, account) values (${ownerId}, ${account}) on conflict do nothing`)
  await tx.query(sql`
    select 1 from ledger_account where owner_id = ${ownerId} and account = ${account} for update`)
}

/**
 * Posts hours, once for a version of what they are of: asked again, nothing happens.
 * @returns whether there is a new entry
 */
export async function postEntry(tx: Tx, posting: Posting): Promise<boolean> {
  const { ownerId, account, year, category, source, tenths, from, to, certificate, of, version, by } = posting
  await lockAccount(tx, ownerId, account)
  // The rows themselves: a distributed PostgreSQL counts those that conflict, too.
  const added = await tx.query(sql`
    insert into ledger_entry (owner_id, id, account, year, category, tenths, source, source_type, source_id, source_version,
      from_on, to_on, certificate, by_identity, institution_id, district_id, city_id, province_id)
    select ${ownerId}, ${uuidv7()}::uuid, ${account}, ${year}, ${category}, ${tenths}, ${source}, ${of.type}, ${of.id},
      ${version}, ${from}::date, ${to}::date, ${certificate}, ${by}::int, t.institution_id, t.district_id, t.city_id,
      t.province_id
    from teacher t where t.id = ${ownerId}
    on conflict do nothing
    returning 1`)
  if (added.length > 0) await recountYear(tx, { ownerId, account, year })
  return added.length > 0
}

/** An entry that was not taken back. */
export interface StandingEntry extends Pick<
  Posting,
  'year' | 'category' | 'tenths' | 'from' | 'to' | 'certificate' | 'version'
> {
  readonly id: string
}

/** The entries of a source that are in force. */
export const standingOf = (
  tx: Tx,
  { ownerId, account, of }: Pick<Posting, 'ownerId' | 'account' | 'of'>,
): Promise<StandingEntry[]> =>
  tx.query<StandingEntry>(sql`
    select e.id, e.year, e.category, e.tenths, to_char(e.from_on, 'YYYY-MM-DD') as "from",
      to_char(e.to_on, 'YYYY-MM-DD') as "to", e.certificate, e.source_version as version
    from ledger_entry e
    where e.owner_id = ${ownerId} and e.account = ${account} and e.source_type = ${of.type} and e.source_id = ${of.id}
      and e.counters_id is null
      and not exists (
        select 1 from ledger_entry c where c.owner_id = ${ownerId} and c.counters_id = e.id)`)

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
  await lockAccount(tx, ownerId, account)
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
