import { keptRoles } from '../../../catalogue/access/office-accounts.ts'
import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { levelsOfRole } from '../../../catalogue/contract/administration/users.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import type { Row } from '../../../catalogue/rules/judge.ts'
import { addPerson, forgetAccount } from '../../engine/directory/index.ts'
import {
  rowText,
  type RowComparison,
  type Refs,
  type SoundRow,
  type Subject,
  type Task,
} from '../../engine/imports/index.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { giveOrAsk } from './grants.ts'
import { openAccount, type OpenedPerson } from './office/open.ts'
import { noteUser, type Users } from './options.ts'
import { refuseTaken } from './store.ts'
import { isSameName } from '../../engine/names/index.ts'

interface Place {
  readonly id: number
  readonly level: string
}

const conflict = (column: string, code: string, message: string): RowComparison => ({
  outcome: 'conflict',
  faults: [{ column, level: 'error', code, message }],
  changes: [],
})

/** The open institution that a row names, by code or whole name, within what the actor keeps. */
const placeOf = (db: Queryable, { actor }: Task, text: string) =>
  db.maybeOne<Place>(sql`
    select i.id, i.level from institution i
    where (i.code = ${text} or i.name = ${text}) and i.closed_on is null
      and ${actor.role === 1 ? sql`true` : institutionsInScope(actor, 'i')}
    order by (i.code = ${text}) desc, i.id limit 1`)

const knownOf = (row: Row) => ({
  loginName: rowText(row, 'loginName'),
  idNo: rowText(row, 'idNo'),
  mobile: rowText(row, 'mobile'),
})

/** Whether the row's account is there already: the same name, role and place. */
async function heldAccount(
  db: Queryable,
  row: Row,
  role: number,
  place: Place,
): Promise<'same' | 'other' | null> {
  const held = await db.maybeOne<{ name: string; has: boolean }>(sql`
    select p.name, exists (select 1 from identity a
      where a.person_id = p.id and a.role = ${role} and a.institution_id = ${place.id}) as has
    from person p where p.login_name = ${rowText(row, 'loginName')}`)
  if (!held) return null
  return held.has && isSameName(held.name, rowText(row, 'name') ?? '') ? 'same' : 'other'
}

/** The number or phone of a row that somebody else has; null for none. */
async function takenOf(users: Users, db: Queryable, row: Row): Promise<RowComparison | null> {
  try {
    await refuseTaken(db, users.keys, knownOf(row), 0)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [first] = error.facts.errors ?? []
    return conflict(first?.field ?? 'loginName', 'E202', first?.message ?? error.message)
  }
}

async function compareRow(users: Users, db: Queryable, task: Task, row: Row): Promise<RowComparison> {
  const role = Number(rowText(row, 'role'))
  const { actor } = task
  if (!isRole(role) || (actor.role !== 1 && !keptRoles(actor.role).includes(role)))
    return conflict('role', 'E301', `${roleEntry(actor.role).label}不能开设这种账号`)
  const place = await placeOf(db, task, rowText(row, 'orgCode') ?? '')
  if (!place) return conflict('orgCode', 'E109', '范围内没有该机构')
  if (!levelsOfRole[role].includes(place.level))
    return conflict('orgCode', 'E109', '该角色不能设在这一级机构')
  const held = await heldAccount(db, row, role, place)
  if (held === 'same') return { outcome: 'same', faults: [], changes: [] }
  if (held === 'other') return conflict('loginName', 'E202', '该账号已有人使用，请换一个')
  return (await takenOf(users, db, row)) ?? { outcome: 'new', faults: [], changes: [] }
}

/**
 * Roles that a second administrator confirms are asked for, as by hand; the account waits without a password.
 */
async function writeRow(users: Users, tx: Tx, task: Task, row: Row): Promise<Refs> {
  const role = Number(rowText(row, 'role'))
  const place = await placeOf(tx, task, rowText(row, 'orgCode') ?? '')
  if (!isRole(role) || !place) throw new AppError('invalid', { message: '角色或机构不对' })
  const known = { ...knownOf(row), name: rowText(row, 'name') ?? '' }
  const id = await openWithoutPassword(users, tx, task.actor, { ...known, role, institutionId: place.id })
  return { ownerId: id, opened: true, records: [] }
}

async function openWithoutPassword(
  users: Users,
  tx: Tx,
  actor: Actor,
  opened: OpenedPerson,
): Promise<number> {
  if (actor.role !== 1) return openAccount({ users, tx, actor }, opened, null)
  const { role, institutionId, ...known } = opened
  await refuseTaken(tx, users.keys, known, 0)
  const personId = await addPerson(tx, users, known)
  await noteUser(tx, actor, 'user.created', { personId })
  await giveOrAsk(users, tx, actor, { personId, role, institutionId, duties: null })
  return personId
}

async function forget(tx: Tx, actor: Actor, personId: number): Promise<boolean> {
  if (!(await forgetAccount(tx, personId))) return false
  await noteUser(tx, actor, 'user.removed', { personId })
  return true
}

interface FirstAccount extends Omit<OpenedPerson, 'idNo' | 'entry'> {
  readonly institutionId: number
}

/** Accounts that are opened with their institution; passwords are given afterwards. */
export function firstAccounts(users: Users) {
  return {
    isThere: async (
      db: Queryable,
      { name, role }: Pick<FirstAccount, 'name' | 'role'>,
      institutionId: number,
    ): Promise<boolean> => {
      const held = await db.query<{ name: string }>(sql`
        select p.name from identity a join person p on p.id = a.person_id
        where a.institution_id = ${institutionId} and a.role = ${role} and a.lent_by is null`)
      return held.some((one) => isSameName(one.name, name))
    },
    taken: async (
      db: Queryable,
      { loginName, mobile }: Pick<FirstAccount, 'loginName' | 'mobile'>,
    ): Promise<readonly FieldFault[]> => {
      try {
        await refuseTaken(db, users.keys, { loginName, mobile, idNo: null }, 0)
        return []
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return error.facts.errors ?? [{ field: 'loginName', message: error.message }]
      }
    },
    open: (tx: Tx, actor: Actor, account: FirstAccount): Promise<number> =>
      openWithoutPassword(users, tx, actor, { ...account, idNo: null }),
    forget,
  }
}

/**
 * 用户 as rows of a workbook. Passwords are given afterwards: printing or sending them is an act of its own.
 */
export function accountSubject(users: Users): Subject {
  return {
    compare: async (db, task, rows: readonly SoundRow[]) => {
      const found: RowComparison[] = []
      for (const { values } of rows) found.push(await compareRow(users, db, task, values))
      return found
    },
    write: async (tx, task, rows) => {
      const refs: Refs[] = []
      for (const { values } of rows) refs.push(await writeRow(users, tx, task, values))
      return refs
    },
    undo: async (tx, task, { ownerId }) => {
      if (ownerId === null || (await forget(tx, task.actor, ownerId))) return null
      return '账号已用过，或有了档案'
    },
  }
}
