import type { Actor } from '../../../catalogue/access/access.ts'
import { dutiesOf } from '../../../catalogue/access/duties.ts'
import type {
  IssuedPassword,
  UserDraft,
  UserEdit,
  UserView,
} from '../../../catalogue/contract/administration/users.ts'
import { AppError, type FieldFault, invalid } from '../../../catalogue/errors.ts'
import { idCard } from '../../../catalogue/kinds/id-card.ts'
import { phone } from '../../../catalogue/kinds/phone.ts'
import {
  addPerson,
  changeKnown,
  isHeldByAnother,
  issueOneTimePassword,
  type PersonFields,
  removeSecondFactor,
  unlockPerson,
} from '../../engine/directory/index.ts'
import { countNumbers, typedNumber } from '../../engine/access/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { endSessionsWhere } from '../../platform/session/end.ts'
import { giveOrAsk } from './grants.ts'
import { noteUser, type Users } from './options.ts'
import { handOver, mobileOf, tellPerson, warnAt } from './told.ts'

interface PersonRow {
  id: number
  version: number
  name: string
  login_name: string | null
  id_no_sealed: string | null
  mobile_sealed: string | null
  teacher_id: number | null
  locked: boolean
  has_password: boolean
  must_change: boolean
  second_factor: boolean
  last_login_at: string | null
}

/** Reads a person; in a transaction that will change them, locked against others. */
export async function personRow(db: Queryable, id: number, lock = false): Promise<PersonRow> {
  const row = await db.maybeOne<PersonRow>(sql`
    select p.id, p.version, p.name, p.login_name, p.id_no_sealed, p.mobile_sealed, p.must_change,
      p.last_login_at, p.totp_sealed is not null as second_factor,
      (select t.id from teacher t where t.person_id = p.id) as teacher_id,
      coalesce(p.locked_until > now(), false) as locked, p.password_hash is not null as has_password
    from person p where p.id = ${id} ${lock ? sql`for update of p` : sql.empty}`)
  if (!row) throw new AppError('missing')
  return row
}

/** A person with all identities; identity and phone number only masked. */
export async function viewUser(
  { db, keys, separateDuties }: Users,
  actor: Actor,
  id: number,
): Promise<UserView> {
  const row = await personRow(db, id)
  const waiting = await db.query<{ id: number; role: number; institution: string }>(sql`
    select r.id, r.role, i.name as institution
    from account_request r
    join institution i on i.id = r.institution_id
    where r.person_id = ${id} and r.state = 'open' and r.expires_at >= now() order by r.id`)
  const identities = await db.query<{
    id: number
    role: number
    institution: string
    state: string
    standsFor: string | null
    duties: string[] | null
  }>(sql`
    select a.id, a.role, i.name as institution, a.state, a.duties, b.name as "standsFor"
    from identity a
    join institution i on i.id = a.institution_id
      left join identity l on l.id = a.lent_by left join person b on b.id = l.person_id
    where a.person_id = ${id} order by a.id`)
  const open = (sealed: string | null, column: string) =>
    sealed === null ? null : keys.open(sealed, `person|${column}|${id}`)
  const idNo = open(row.id_no_sealed, 'id_no')
  const mobile = open(row.mobile_sealed, 'mobile')
  return {
    id,
    version: row.version,
    name: row.name,
    loginName: row.login_name,
    idNo: idNo === null ? null : idCard.mask(idNo),
    mobile: mobile === null ? null : phone.mask(mobile),
    hasArchive: row.teacher_id !== null,
    locked: row.locked,
    hasPassword: row.has_password,
    mustChange: row.must_change,
    secondFactor: row.second_factor,
    lastLoginAt: row.last_login_at,
    identities: identities.map(({ state, duties, ...one }) => ({
      ...one,
      status: state === 'enabled' ? '1' : '0',
      own: one.id === actor.identityId,
      duties: separateDuties && one.role === 1 ? [...dutiesOf(duties)] : null,
    })),
    waiting,
  }
}

const labels = { name: '姓名', loginName: '账号', idNo: '证件号', mobile: '手机号' } as const

/**
 * Does what `refuseTaken` may refuse. A refusal tells that somebody has the number: it counts as a question
 * for it.
 * @throws AppError `tooOften` instead of the refusal beyond the limit
 */
export async function countingTaken<T>(
  { db, keys }: Pick<Users, 'db' | 'keys'>,
  actor: Actor,
  given: PersonFields,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const fields = error instanceof AppError ? (error.facts.errors ?? []).map(({ field }) => field) : []
    const numbers = [given.idNo, given.mobile].filter((number) => typeof number === 'string')
    if (fields.includes('idNo') || fields.includes('mobile'))
      await countNumbers({ db, keys }, actor, 'account', numbers.map(typedNumber))
    throw error
  }
}

/** Refuses what another person has already, field by field. */
export async function refuseTaken(
  tx: Queryable,
  keys: Keys,
  given: PersonFields,
  but: number,
): Promise<void> {
  const held = async (column: 'login_name' | 'id_no_key' | 'mobile_key', values: readonly string[]) =>
    values.length > 0 && (await isHeldByAnother(tx, but, column, values))
  const faults: FieldFault[] = []
  if (await held('login_name', given.loginName ? [given.loginName] : []))
    faults.push({ field: 'loginName', message: '该账号已有人使用，请换一个' })
  if (await held('id_no_key', given.idNo ? keys.blinds('id_no', given.idNo) : []))
    faults.push({ field: 'idNo', message: '该证件号已经登记过，请在列表里按证件号搜索' })
  if (await held('mobile_key', given.mobile ? keys.blinds('mobile', given.mobile) : []))
    faults.push({ field: 'mobile', message: '该手机号已被另一人使用' })
  if (faults[0]) throw new AppError('duplicate', { message: faults[0].message, errors: faults })
}

/**
 * Creates a person with a first identity. The one-time password goes to the phone; without one it is
 * answered. A role that a second administrator must confirm leaves the account without identity and password
 * until then.
 */
export async function createUser(users: Users, actor: Actor, draft: UserDraft): Promise<IssuedPassword> {
  const password = await users.newPassword()
  const { id, outcome } = await countingTaken(users, actor, draft, () =>
    users.db.transaction(async (tx) => {
      await refuseTaken(tx, users.keys, draft, 0)
      const personId = await addPerson(tx, users, draft)
      await noteUser(tx, actor, 'user.created', { personId })
      const grant = {
        personId,
        role: draft.role,
        institutionId: draft.institutionId,
        duties: draft.duties ?? null,
      }
      const given = await giveOrAsk(users, tx, actor, grant)
      if (given === 'given') await issueOneTimePassword(tx, personId, users.bound(personId, password.hash))
      return { id: personId, outcome: given }
    }),
  )
  if (outcome === 'asked') return { id, password: null, sentTo: null, waits: true }
  return { id, ...handOver(users, draft.mobile, password.plain), waits: false }
}

/**
 * Changes what a person is known by. Of somebody with an archive only the account: name and numbers come from
 * there.
 */
export async function editUser(
  users: Users,
  actor: Actor,
  id: number,
  { version, ...given }: UserEdit,
): Promise<void> {
  if (id === actor.personId && given.mobile !== undefined)
    throw new AppError('forbidden', { message: '自己的手机号请在个人中心更换' })
  const before = await countingTaken(users, actor, given, () =>
    users.db.transaction(async (tx) => {
      const row = await personRow(tx, id, true)
      if (row.version !== version) throw new AppError('stale')
      const fields = (['name', 'loginName', 'idNo', 'mobile'] as const).filter(
        (key) => given[key] !== undefined,
      )
      const foreign = row.teacher_id === null ? undefined : fields.find((key) => key !== 'loginName')
      if (foreign) {
        const message = `${labels[foreign]}以教师档案为准，请在档案里修改`
        throw invalid(foreign, message)
      }
      await refuseTaken(tx, users.keys, given, id)
      const old = await mobileOf(users, tx, id)
      await changeKnown(tx, users, id, given)
      await noteUser(tx, actor, 'user.edited', {
        personId: id,
        facts: { fields: fields.map((key) => labels[key]) },
      })
      if (given.mobile !== undefined && given.mobile !== old)
        await tellPerson(users, tx, id, { title: phoneTitle, content: phoneText(given.mobile) })
      return old
    }),
  )
  if (given.mobile !== undefined && given.mobile !== before)
    warnAt(users, before, phoneTitle, phoneText(given.mobile))
}

const phoneTitle = '登录手机号已由管理员更换'
const phoneText = (mobile: string | null) =>
  mobile === null ? '现在没有登记手机号。' : `新的手机号是 ${phone.mask(mobile)}。`

/**
 * Gives a one-time password in place of the old one, to the person's phone or, without one, to be told. All
 * sessions end, a lock is lifted, and the person is told.
 */
export async function resetPassword(users: Users, actor: Actor, personId: number): Promise<IssuedPassword> {
  if (personId === actor.personId) throw new AppError('forbidden', { message: '自己的密码请在个人中心修改' })
  const password = await users.newPassword()
  const mobile = await users.db.transaction(async (tx) => {
    await personRow(tx, personId, true)
    await issueOneTimePassword(tx, personId, users.bound(personId, password.hash))
    await noteUser(tx, actor, 'user.password.reset', { personId })
    const identities = await tx.query<{ id: number }>(
      sql`select id from identity where person_id = ${personId}`,
    )
    await endSessions(
      tx,
      identities.map(({ id }) => id),
    )
    await tellPerson(users, tx, personId, { title: '登录密码已由管理员重置' })
    return mobileOf(users, tx, personId)
  })
  return { id: personId, ...handOver(users, mobile, password.plain), waits: false }
}

/**
 * Takes the second factor of somebody who lost phone and recovery codes; all their sessions end, and whoever
 * must have one sets it up at the next sign-in. Nobody does it for themselves: that would be a way round it.
 */
export async function takeFactor(
  users: Users,
  actor: Actor,
  personId: number,
  reason: string,
): Promise<void> {
  if (personId === actor.personId)
    throw new AppError('wrongState', {
      message: '自己的两步验证在个人中心更换；手机和恢复码都丢失时，请由另一位管理员办理',
    })
  await users.db.transaction(async (tx) => {
    const row = await personRow(tx, personId, true)
    if (!row.second_factor) throw new AppError('wrongState', { message: '该账号没有启用两步验证' })
    await removeSecondFactor(tx, personId)
    await noteUser(tx, actor, 'user.factor.removed', { personId, facts: { reason } })
    await tellPerson(users, tx, personId, { title: factorTitle })
    const identities = await tx.query<{ id: number }>(
      sql`select id from identity where person_id = ${personId}`,
    )
    await endSessions(
      tx,
      identities.map(({ id }) => id),
    )
  })
  warnAt(users, await mobileOf(users, users.db, personId), factorTitle, '')
}

const factorTitle = '两步验证已由管理员停用'

/** Lifts the lock after too many wrong passwords. */
export async function unlock(users: Users, actor: Actor, personId: number): Promise<void> {
  await users.db.transaction(async (tx) => {
    const row = await personRow(tx, personId, true)
    if (!row.locked) throw new AppError('wrongState', { message: '该账号没有锁定' })
    await unlockPerson(tx, personId)
    await noteUser(tx, actor, 'user.unlocked', { personId })
  })
}

/** Ends all sessions of these identities and notes each. Answers how many there were. */
export async function endSessions(tx: Tx, identities: readonly number[]): Promise<number> {
  return endSessionsWhere(tx, sql`identity_id = any(${identities}::int[]) and expires_at > now()`, {
    action: 'session.ended',
  })
}
