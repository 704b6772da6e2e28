import { categories, isCategory } from '../../../catalogue/hours/rule.ts'
import type { YearShare } from '../../../catalogue/hours/shares.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Hooks, Tx } from '../../engine/engine.ts'
import {
  counterEntries,
  nextVersion,
  postedOf,
  postEntries,
  type Posting,
  type StandingEntry,
} from '../../engine/ledger/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { isLate, keepLate, type PostLate, type RegistrationKey } from './late-hours.ts'

/** The account of hours of training. */
export const account = 'training'
/**
 * The record that gives hours: whoever trained outside the portal registers it, and the office confirms it.
 */
const type = 'trainingRegistration'

type Values = Readonly<Record<string, unknown>>
type NewEntry = Omit<Posting, 'version'>

const dayOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What a registration in force gives; null where it states no hours. */
function postingOf(ownerId: number, recordId: string, values: Values): NewEntry | null {
  const category = String(values['creditKind'] ?? '')
  const tenths = Math.round(10 * Number(values['creditHours'] ?? NaN))
  const year = Number(values['trainingYear'] ?? NaN)
  if (!isCategory(category) || !Number.isInteger(tenths) || !Number.isInteger(year)) return null
  return {
    ownerId,
    account,
    year,
    category,
    source: 'registration',
    tenths,
    from: dayOr(values['startDate']),
    to: dayOr(values['endDate']),
    certificate: String(values['certificateNo'] ?? ''),
    of: { type, id: recordId },
    by: null,
  }
}

/**
 * Makes the ledger say what a registration says: nothing where it does already, else a counter and a new
 * entry.
 * @param values those in force; null where the record was taken back
 */
async function followRegistration(
  tx: Tx,
  {
    ownerId,
    recordId,
    values,
    role = null,
    by = null,
  }: RegistrationKey & {
    readonly values: Values | null
    /** Of whoever brought it into force; null where nobody has to be asked. */
    readonly role?: number | null
    /** Who agreed to hours of a closed year. */
    readonly by?: number | null
  },
): Promise<void> {
  const posting = values === null ? null : postingOf(ownerId, recordId, values)
  const key = { ownerId, account, of: { type, id: recordId } }
  const { standing, last } = await postedOf(tx, key)
  if (posting !== null && saysSame(standing, posting)) return keepLate(tx, { ownerId, recordId }, null)
  // Of a closed year more hours than before wait for the authority; what was posted in time stands meanwhile.
  const isMore = posting !== null && posting.tenths > sumIn(posting.year, standing)
  const isWaiting = isMore && (await isLate(tx, { ownerId, year: posting.year, role }))
  await keepLate(tx, { ownerId, recordId }, isWaiting ? posting.year : null)
  if (isWaiting) return
  if (standing.length > 0)
    await counterEntries(tx, key, { reason: posting ? '培训登记有了新内容' : '培训登记已撤销', by: null })
  if (posting === null) return
  // What counters an entry has a version of its own.
  const version = standing.length > 0 ? await nextVersion(tx, key) : last + 1
  const parts = await partsOf(tx, posting)
  await postEntries(
    tx,
    parts.map((part, place) => ({ ...part, by, version: version + place })),
  )
}

const sumIn = (year: number, entries: readonly StandingEntry[]): number =>
  entries.reduce((sum, one) => (one.year === year ? sum + one.tenths : sum), 0)

/** Whether entries say what a registration says; several of them are its hours in the years of its sessions. */
function saysSame(standing: readonly StandingEntry[], posting: NewEntry): boolean {
  const [first] = standing
  if (!first) return false
  if (standing.length === 1)
    return (['year', 'category', 'tenths', 'from', 'to', 'certificate'] as const).every(
      (one) => first[one] === posting[one],
    )
  return (
    standing.reduce((sum, { tenths }) => sum + tenths, 0) === posting.tenths &&
    standing.every(
      ({ category, certificate, year }) =>
        category === posting.category && certificate === posting.certificate && year <= posting.year,
    )
  )
}

/** The entries of a registration: one, or one for each year of a training that says so and still has these hours. */
async function partsOf(tx: Tx, posting: NewEntry): Promise<NewEntry[]> {
  if (posting.certificate === '') return [posting]
  const shares = await tx.query<YearShare>(sql`
    select year, tenths, to_char(from_on, 'YYYY-MM-DD') as "from", to_char(to_on, 'YYYY-MM-DD') as "to"
    from hour_share where owner_id = ${posting.ownerId} and certificate = ${posting.certificate} order by year`)
  const sum = shares.reduce((total, { tenths }) => total + tenths, 0)
  return shares.length > 1 && sum === posting.tenths
    ? shares.map((share) => ({ ...posting, ...share }))
    : [posting]
}

/**
 * Keeps what a training gives in each year, before its registration is written; asked again, the same stands.
 * @param shares none where all hours count in one year
 */
export async function keepShares(
  tx: Tx,
  { ownerId, certificate }: { readonly ownerId: number; readonly certificate: string },
  shares: readonly YearShare[],
): Promise<void> {
  await tx.execute(sql`delete from hour_share where owner_id = ${ownerId} and certificate = ${certificate}`)
  await tx.execute(sql`
    insert into hour_share (owner_id, certificate, year, tenths, from_on, to_on)
    select ${ownerId}::int, ${certificate}::text, x.year, x.tenths, x."from", x."to"
    from jsonb_to_recordset(${sql.json([...shares])}) as x(year int, tenths int, "from" date, "to" date)`)
}

/** Registrations become entries in the transaction in which they come into force, and end with them. */
export const registrationHooks = (): Readonly<Record<string, Hooks>> => ({
  [type]: {
    applied: (tx, { ownerId, recordId, values, byRole: role }) =>
      followRegistration(tx, { ownerId, recordId, values, role }),
    voided: (tx, { ownerId, recordId, now }) => followRegistration(tx, { ownerId, recordId, values: now }),
  },
})

/** Values of a registration `r` in force, as the ledger needs them. */
const registeredColumns = sql`r.training_year as "trainingYear", r.credit_kind as "creditKind",
  r.credit_hours as "creditHours", to_char(r.start_date, 'YYYY-MM-DD') as "startDate",
  to_char(r.end_date, 'YYYY-MM-DD') as "endDate", coalesce(r.certificate_no, '') as "certificateNo"`

/** Posts a registration of a closed year to which the authority agreed. */
export const postLate: PostLate = async (tx, { ownerId, recordId }, by) => {
  const values = await tx.maybeOne<Values>(sql`
    select ${registeredColumns} from rec_training_registration r
    where r.owner_id = ${ownerId} and r.id = ${recordId}::uuid and r.voided_at is null`)
  if (!values) throw new AppError('missing')
  await followRegistration(tx, { ownerId, recordId, values, by })
}

/** Registrations posted in one step. */
const atOnce = 500

/**
 * Posts registrations that were in force before the ledger was there, or came past the hooks; answers how
 * many.
 */
export async function postRegistrations(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx.query<{ ownerId: number; recordId: string } & Values>(sql`
      select r.owner_id as "ownerId", r.id as "recordId", ${registeredColumns}
      from rec_training_registration r
      where r.voided_at is null and r.training_year is not null and r.credit_kind is not null
        and r.credit_hours is not null and r.credit_kind = any(${[...categories]}::text[])
        and not exists (
          select 1 from ledger_entry e
          where e.owner_id = r.owner_id and e.account = ${account} and e.source_type = ${type}
            and e.source_id = r.id::text)
        and not exists (select 1 from late_hours l where l.owner_id = r.owner_id and l.record_id = r.id)
      order by r.owner_id limit ${atOnce}`)
    // Nothing of these was ever posted: the entry is the first of its source.
    const postings = due.flatMap(({ ownerId, recordId, ...values }) => {
      const posting = postingOf(ownerId, recordId, values)
      return posting ? [{ ...posting, version: 1 }] : []
    })
    await postEntries(tx, postings)
    return due.length
  })
}

/** Some times a day: after an update, and after a region was loaded. */
export const registrationsJob = (db: Database): KeptJob => ({
  name: 'training.registrations',
  label: '培训登记记入学时账',
  every: 6 * 3600,
  run: async (stopping) => !stopping.aborted && (await postRegistrations(db)) === atOnce,
})
