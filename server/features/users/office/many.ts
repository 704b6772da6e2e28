import type { Actor } from '../../../../catalogue/access/access.ts'
import type { AccountRowsAnswer } from '../../../../catalogue/contract/administration/office-accounts.ts'
import { accountRow, type AccountRow } from '../../../../catalogue/contract/administration/users.ts'
import { AppError, invalid, type FieldFault } from '../../../../catalogue/errors.ts'
import { institutionsInScope } from '../../../engine/access/index.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { refusedBecause } from '../../../platform/db/refused.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Users } from '../options.ts'
import { handOver } from '../told.ts'
import { requireGivable } from './kept.ts'
import { openAccount, type Code, type OpenedPerson } from './open.ts'

type GivenRow = Readonly<Record<string, unknown>>

/** An account that was written, and whom its password goes to. */
interface WrittenAccount {
  readonly personId: number
  readonly opened: OpenedPerson
  readonly institution: string
  readonly plain: string
}

type Outcome = { readonly faults: readonly FieldFault[] } | WrittenAccount

/** Thrown to undo what checking wrote. */
class RollbackSignal extends Error {}

/** A password of a row that is only checked: nobody ever gets it, and hashing sixty would take seconds. */
const unissued = { plain: '', hash: '' }

/**
 * Gives accounts to pasted rows, all or none: a row with a fault leaves the others unwritten, too. The
 * database is asked about every row, because a row may repeat the number of one before it. `check` only reads
 * them.
 */
export async function giveMany(
  users: Users,
  actor: Actor,
  { check, rows }: { readonly check: boolean; readonly rows: readonly GivenRow[] },
): Promise<AccountRowsAnswer> {
  const passwords = check ? rows.map(() => unissued) : await passwordsFor(users, rows.length)
  const outcomes: Outcome[] = []
  try {
    await users.db.transaction(async (tx) => {
      for (const [place, row] of rows.entries())
        outcomes.push(await giveRow({ users, tx, actor }, row, passwords[place] ?? unissued))
      if (check || outcomes.some((one) => 'faults' in one)) throw new RollbackSignal()
    })
  } catch (error) {
    const told = outcomes.map((one) => ({ faults: 'faults' in one ? [...one.faults] : [] }))
    if (error instanceof RollbackSignal) return { rows: told, codes: [] }
    const message = error instanceof AppError ? null : refusedBecause(error)
    if (message === null) throw error
    // The database refused the row after those that were read, and with it the rest of the transaction.
    const unread = rows
      .slice(told.length)
      .map((_, at) => ({ faults: at === 0 ? [{ field: 'name', message }] : [] }))
    return { rows: [...told, ...unread], codes: [] }
  }
  const written = outcomes.flatMap((one) => ('faults' in one ? [] : [one]))
  return { rows: written.map(() => ({ faults: [] })), codes: await codesOf(users, written) }
}

async function passwordsFor(
  users: Users,
  count: number,
): Promise<Awaited<ReturnType<Users['newPassword']>>[]> {
  const made = []
  for (let i = 0; i < count; i += 1) made.push(await users.newPassword())
  return made
}

async function giveRow(
  opening: { readonly users: Users; readonly tx: Tx; readonly actor: Actor },
  row: GivenRow,
  { plain, hash }: { readonly plain: string; readonly hash: string },
): Promise<Outcome> {
  const read = accountRow.safeParse(row)
  if (!read.success)
    return {
      faults: read.error.issues.map(({ path, message }) => ({ field: String(path[0] ?? ''), message })),
    }
  const { tx, actor } = opening
  try {
    const { institution, ...rest } = await placed(tx, actor, read.data)
    const personId = await openAccount(opening, rest, hash)
    return { personId, opened: rest, institution, plain }
  } catch (error) {
    if (!(error instanceof AppError) || !error.facts.errors) throw error
    // The number of an institution stands in no column; its name does.
    const named = error.facts.errors.map(({ field, message }) => ({
      field: field === 'institutionId' ? 'institution' : field,
      message,
    }))
    return { faults: named }
  }
}

/** A row with its role and place: a school gives accounts of its own teachers and names neither. */
async function placed(
  tx: Queryable,
  actor: Actor,
  { role: given, institution: text, ...known }: AccountRow,
): Promise<OpenedPerson & { readonly institution: string }> {
  const own = actor.role === 3
  const role = given ?? (own ? 2 : undefined)
  if (role === undefined) throw invalid('role', '请填写角色')
  if (!own && !text) throw invalid('institution', '请填写单位的名称或标识码')
  const place = text
    ? await placeNamed(tx, actor, text)
    : { id: actor.institutionId, name: actor.institution }
  await requireGivable(tx, actor, { role, institutionId: place.id })
  return { ...known, role, institutionId: place.id, institution: place.name }
}

/** The one open institution of the scope with this name or code; a former one counts, too. */
async function placeNamed(tx: Queryable, actor: Actor, text: string): Promise<{ id: number; name: string }> {
  const found = await tx.query<{ id: number; name: string }>(sql`
    select i.id, i.name
    from institution i
    where ${institutionsInScope(actor, 'i')} and i.closed_on is null
      and (i.name = ${text} or i.code = ${text} or i.uscc = ${text}
        or i.id in (select f.institution_id from institution_former f where f.name = ${text} or f.code = ${text}))
    order by (i.name = ${text} or i.code = ${text}) desc, i.id
    limit 2`)
  const [place, second] = found
  if (!place) throw invalid('institution', '范围内没有该单位，请写全名或标识码')
  if (second && second.name === place.name) throw invalid('institution', '有同名的单位，请写标识码')
  return place
}

/** Hands the passwords over, after everything was written. */
async function codesOf(users: Users, written: readonly WrittenAccount[]): Promise<Code[]> {
  const people = written.map(({ personId }) => personId)
  const identities = await users.db.query<{ id: number; personId: number }>(sql`
    select id, person_id as "personId" from identity where person_id = any(${people}::int[]) order by id`)
  return written.map(({ personId, opened, institution, plain }) => ({
    identityId: identities.find((one) => one.personId === personId)?.id ?? 0,
    name: opened.name,
    institution,
    account: opened.loginName ?? null,
    ...handOver(users, opened.mobile ?? null, plain),
    refused: null,
  }))
}
