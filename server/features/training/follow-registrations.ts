import { categories, isCategory } from '../../../catalogue/hours/rule.ts'
import type { Hooks, Tx } from '../../engine/engine.ts'
import {
  counterEntries,
  nextVersion,
  postEntries,
  postEntry,
  standingOf,
  type Posting,
} from '../../engine/ledger/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'

/** The account of hours of training. */
export const account = 'training'
/**
 * The record that gives hours: whoever trained outside the portal registers it, and the office confirms it.
 */
const type = 'trainingRegistration'

type Values = Readonly<Record<string, unknown>>

const dayOr = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What a registration in force gives; null where it states no hours. */
function postingOf(ownerId: number, recordId: string, values: Values): Omit<Posting, 'version'> | null {
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
  }: { readonly ownerId: number; readonly recordId: string; readonly values: Values | null },
): Promise<void> {
  const posting = values === null ? null : postingOf(ownerId, recordId, values)
  const key = { ownerId, account, of: { type, id: recordId } }
  const [standing] = await standingOf(tx, key)
  const isSame =
    standing !== undefined &&
    posting !== null &&
    (['year', 'category', 'tenths', 'from', 'to', 'certificate'] as const).every(
      (one) => standing[one] === posting[one],
    )
  if (isSame) return
  if (standing)
    await counterEntries(tx, key, { reason: posting ? '培训登记有了新内容' : '培训登记已撤销', by: null })
  if (posting) await postEntry(tx, { ...posting, version: await nextVersion(tx, key) })
}

/** Registrations become entries in the transaction in which they come into force, and end with them. */
export const registrationHooks = (): Readonly<Record<string, Hooks>> => ({
  [type]: {
    applied: (tx, { ownerId, recordId, values }) => followRegistration(tx, { ownerId, recordId, values }),
    voided: (tx, { ownerId, recordId, now }) => followRegistration(tx, { ownerId, recordId, values: now }),
  },
})

/** Registrations posted in one step. */
const atOnce = 500

/**
 * Posts registrations that were in force before the ledger was there, or came past the hooks; answers how
 * many.
 */
export async function postRegistrations(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await tx.query<{ ownerId: number; recordId: string } & Values>(sql`
      select r.owner_id as "ownerId", r.id as "recordId", r.training_year as "trainingYear", r.credit_kind as "creditKind",
        r.credit_hours as "creditHours", to_char(r.start_date, 'YYYY-MM-DD') as "startDate",
        to_char(r.end_date, 'YYYY-MM-DD') as "endDate", coalesce(r.certificate_no, '') as "certificateNo"
      from rec_training_registration r
      where r.voided_at is null and r.training_year is not null and r.credit_kind is not null
        and r.credit_hours is not null and r.credit_kind = any(${[...categories]}::text[])
        and not exists (
          select 1 from ledger_entry e
          where e.owner_id = r.owner_id and e.account = ${account} and e.source_type = ${type}
            and e.source_id = r.id::text)
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
