import { countHours, type HourCount, type HourEntry } from '../../../catalogue/hours/count.ts'
import { categories, type HourRule } from '../../../catalogue/hours/rule.ts'
import { onceWithin } from '../../platform/db/once-within.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { ruleFor } from './rules.ts'

/** The account of one teacher in one year. */
export interface YearOfAccount {
  readonly ownerId: number
  readonly account: string
  readonly year: number
}

/** An entry as its owner reads it. */
export interface LedgerEntry extends HourEntry {
  readonly of: { readonly type: string; readonly id: string }
  readonly certificate: string
  readonly reason: string
  /** ISO 8601. */
  readonly at: string
}

const entryColumns = sql`id, category, source, tenths, to_char(from_on, 'YYYY-MM-DD') as "from",
  to_char(to_on, 'YYYY-MM-DD') as "to", counters_id as counters,
  jsonb_build_object('type', source_type, 'id', source_id) as of, certificate, reason, at`

/** All entries of a year with those that counter them, in the order of posting. */
export const entriesOf = (db: Queryable, { ownerId, account, year }: YearOfAccount): Promise<LedgerEntry[]> =>
  db.query<LedgerEntry>(sql`
    select ${entryColumns}
    from ledger_entry
    where owner_id = ${ownerId} and account = ${account} and year = ${year}
    order by id`)

/** The entries of a year of some owners, by owner. */
export async function entriesOfOwners(
  db: Queryable,
  { owners, account, year }: { readonly owners: readonly number[] } & Omit<YearOfAccount, 'ownerId'>,
): Promise<ReadonlyMap<number, readonly LedgerEntry[]>> {
  const rows = await db.query<LedgerEntry & { readonly ownerId: number }>(sql`
    select owner_id as "ownerId", ${entryColumns}
    from ledger_entry
    where owner_id = any(${[...owners]}::int[]) and account = ${account} and year = ${year}
    order by id`)
  return Map.groupBy(rows, ({ ownerId }) => ownerId)
}

/** The entries of a year, and what they come to under the rule in force. */
export interface YearCount {
  readonly entries: readonly LedgerEntry[]
  readonly rule: HourRule
  readonly count: HourCount
}

/** Counts a year from its entries: as many as a person has, there is nothing to keep for it. */
export async function countYear(db: Queryable, of: YearOfAccount): Promise<YearCount> {
  const place = await db.maybeOne<{ province_id: number | null }>(
    sql`select province_id from teacher where id = ${of.ownerId}`,
  )
  const rule = await ruleFor(db, place?.province_id ?? null, of.year)
  const entries = await entriesOf(db, of)
  return { entries, rule, count: countHours(entries, rule) }
}

/** Works out the balance of a year, which figures over many people read. */
export const recountYear = (tx: Tx, of: YearOfAccount): Promise<void> => recountYears(tx, [of])

/** An account of a year with the province of its owner; left out where it has to be asked. */
export interface PlacedYear extends YearOfAccount {
  readonly provinceId?: number | null
}

/** The provinces of the owners of some years. */
async function provincesOf(tx: Tx, list: readonly PlacedYear[]): Promise<ReadonlyMap<number, number | null>> {
  const owners = list.flatMap(({ ownerId, provinceId }) => (provinceId === undefined ? [ownerId] : []))
  const asked =
    owners.length === 0
      ? []
      : await tx.query<{ id: number; provinceId: number | null }>(sql`
          select id, province_id as "provinceId" from teacher where id = any(${owners}::int[])`)
  return new Map([
    ...list.map(({ ownerId, provinceId = null }) => [ownerId, provinceId] as const),
    ...asked.map(({ id, provinceId }) => [id, provinceId] as const),
  ])
}

/** Rules by province and year, as a transaction that posts hours found them: it publishes none. */
const rulesOfPosting = onceWithin<HourRule>()

/** Works out the balances of some years of some people, by three statements whatever their number. */
export async function recountYears(tx: Tx, list: readonly PlacedYear[]): Promise<void> {
  if (list.length === 0) return
  const owners = [...new Set(list.map(({ ownerId }) => ownerId))]
  const provinceOf = await provincesOf(tx, list)
  const entries = await tx.query<LedgerEntry & YearOfAccount>(sql`
    select owner_id as "ownerId", account, year, ${entryColumns}
    from ledger_entry
    where owner_id = any(${owners}::int[]) and account = any(${[...new Set(list.map(({ account }) => account))]}::text[])
      and year = any(${[...new Set(list.map(({ year }) => year))]}::int[])
    order by id`)
  const byYear = Map.groupBy(entries, keyOf)
  const rows = []
  for (const { ownerId, account, year } of list) {
    const of = { ownerId, account, year }
    const province = provinceOf.get(ownerId) ?? null
    const rule = await rulesOfPosting(tx, `${province}|${year}`, () => ruleFor(tx, province, year))
    rows.push(...balanceOf(of, rule, byYear.get(keyOf(of)) ?? []))
  }
  await tx.execute(sql`
    insert into ledger_balance (owner_id, account, year, category, raw, counted, rule_version, changed_at)
    select x."ownerId", x.account, x.year, x.category, x.raw, x.counted, x.version, clock_timestamp()
    from jsonb_to_recordset(${sql.json(rows)})
      as x("ownerId" int, account text, year int, category text, raw int, counted int, version int)
    on conflict (owner_id, account, year, category) do update
    set raw = excluded.raw, counted = excluded.counted, rule_version = excluded.rule_version,
      changed_at = excluded.changed_at`)
}

const keyOf = ({ ownerId, account, year }: YearOfAccount): string => `${ownerId}|${account}|${year}`

/** What each category of a year comes to. */
function balanceOf(of: YearOfAccount, rule: HourRule, entries: readonly LedgerEntry[]) {
  const { byCategory } = countHours(entries, rule)
  return categories.map((category) => ({
    ...of,
    category,
    raw: entries.reduce((sum, one) => (one.category === category ? sum + one.tenths : sum), 0),
    counted: byCategory[category],
    version: rule.version,
  }))
}

/** What several years come to, in tenths, by year. */
export async function countedBetween(
  db: Queryable,
  { ownerId, account }: Omit<YearOfAccount, 'year'>,
  { from, to }: HourRule['period'],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ year: number; counted: number }>(sql`
    select year, sum(counted)::int as counted from ledger_balance
    where owner_id = ${ownerId} and account = ${account} and year between ${from} and ${to}
    group by year`)
  return new Map(rows.map(({ year, counted }) => [year, counted]))
}

/** Owners that are counted anew in one transaction. */
const atOnce = 200

/**
 * Counts the balances of a year in a province anew that stand under another version of its rule, some at a
 * time; a kept job asks until there are none.
 * @returns how many were counted
 */
export async function recountSome(
  tx: Tx,
  {
    provinceId,
    account,
    year,
  }: { readonly provinceId: number; readonly account: string; readonly year: number },
): Promise<number> {
  const { version } = await ruleFor(tx, provinceId, year)
  const due = await tx.query<{ ownerId: number }>(sql`
    select b.owner_id as "ownerId"
    from ledger_balance b join teacher t on t.id = b.owner_id
    where b.account = ${account} and b.year = ${year} and b.rule_version <> ${version} and t.province_id = ${provinceId}
      and b.category = ${categories[0]}
    limit ${atOnce}`)
  await recountYears(
    tx,
    due.map(({ ownerId }) => ({ ownerId, account, year })),
  )
  return due.length
}
