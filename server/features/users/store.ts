import type { Actor } from '../../../catalogue/access/access.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { levelsOfRole, type UserDraft, type UserEdit, type UserView } from '../../../catalogue/contract/users.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { idCard } from '../../../catalogue/kinds/id-card.ts'
import { phone } from '../../../catalogue/kinds/phone.ts'
import { takeBack } from '../../engine/access/lent.ts'
import { today, uuidv7 } from '../../platform/clock/clock.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** What the feature is given by `app`. */
export interface Users {
  readonly db: Database
  readonly keys: Keys
  readonly sortForm: (text: string) => string
  readonly hashPassword: (password: string) => Promise<string>
  /** Takes a person's second factor away. */
  readonly removeFactor: (tx: Tx, personId: number) => Promise<void>
}

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
async function personRow(db: Queryable, id: number, lock = false): Promise<PersonRow> {
  const row = await db.maybeOne<PersonRow>(sql`
    select p.id, p.version, p.name, p.login_name, p.id_no_sealed, p.mobile_sealed, p.must_change, p.last_login_at, p.totp_sealed is not null as second_factor,
      (select t.id from teacher t where t.person_id = p.id) as teacher_id,
      coalesce(p.locked_until > now(), false) as locked, p.password_hash is not null as has_password
    from person p where p.id = ${id} ${lock ? sql`for update of p` : sql.empty}`)
  if (!row) throw new AppError('missing')
  return row
}

/** A person with all identities; identity and phone number only masked. */
export async function viewUser({ db, keys }: Users, actor: Actor, id: number): Promise<UserView> {
  const row = await personRow(db, id)
  const identities = await db.query<{ id: number; role: number; institution: string; state: string; standsFor: string | null }>(sql`
    select a.id, a.role, i.name as institution, a.state, b.name as "standsFor" from identity a join institution i on i.id = a.institution_id
      left join identity l on l.id = a.lent_by left join person b on b.id = l.person_id
    where a.person_id = ${id} order by a.id`)
  const open = (sealed: string | null, column: string) => (sealed === null ? null : keys.open(sealed, `person|${column}|${id}`))
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
    identities: identities.map(({ state, ...one }) => ({ ...one, status: state === 'enabled' ? '1' : '0', own: one.id === actor.identityId })),
  }
}

interface Known {
  readonly name?: string | undefined
  readonly loginName?: string | null | undefined
  readonly idNo?: string | null | undefined
  readonly mobile?: string | null | undefined
}

const labels = { name: '姓名', loginName: '账号', idNo: '证件号', mobile: '手机号' } as const

/** Refuses what another person has already, field by field. */
async function refuseTaken(tx: Tx, keys: Keys, given: Known, but: number): Promise<void> {
  const held = async (column: 'login_name' | 'id_no_key' | 'mobile_key', value: string | null | undefined) =>
    value ? (await tx.maybeOne(sql`select 1 from person where ${sql.id(column)} = ${value} and id <> ${but}`)) !== undefined : false
  const faults: FieldFault[] = []
  if (await held('login_name', given.loginName)) faults.push({ field: 'loginName', message: '这个账号已有人使用，请换一个' })
  if (await held('id_no_key', given.idNo && keys.blind('id_no', given.idNo)))
    faults.push({ field: 'idNo', message: '这个证件号已经登记过，请在列表里按证件号查找' })
  if (await held('mobile_key', given.mobile && keys.blind('mobile', given.mobile)))
    faults.push({ field: 'mobile', message: '这个手机号已被另一人使用' })
  if (faults[0]) throw new AppError('duplicate', { message: faults[0].message, errors: faults })
}

/** Writes what is given; `undefined` stays as it is. Numbers are stored sealed, with a blind index to find them. */
async function writeKnown(tx: Tx, { keys, sortForm }: Users, id: number, given: Known): Promise<void> {
  const sealed = (column: string, value: string | null) => (value === null ? null : keys.seal(value, `person|${column}|${id}`))
  const sets = [
    ...(given.name === undefined ? [] : [sql`name = ${given.name}, name_sort = ${sortForm(given.name)}`]),
    ...(given.loginName === undefined ? [] : [sql`login_name = ${given.loginName}`]),
    ...(given.idNo === undefined
      ? []
      : [sql`id_no_sealed = ${sealed('id_no', given.idNo)}, id_no_key = ${given.idNo && keys.blind('id_no', given.idNo)}`]),
    ...(given.mobile === undefined
      ? []
      : [sql`mobile_sealed = ${sealed('mobile', given.mobile)}, mobile_key = ${given.mobile && keys.blind('mobile', given.mobile)}`]),
    sql`version = version + 1`,
  ]
  await tx.execute(sql`update person set ${sql.join(sets)} where id = ${id}`)
}

/** Creates a person with a first identity and a password to be changed at once. Answers the person's number. */
export async function createUser(users: Users, actor: Actor, draft: UserDraft, password: string): Promise<number> {
  const hash = await users.hashPassword(password)
  return users.db.transaction(async (tx) => {
    await refuseTaken(tx, users.keys, draft, 0)
    const { id } = await tx.one<{ id: number }>(sql`
      insert into person (name, password_hash, password_changed_at, must_change) values (${draft.name}, ${hash}, now(), true) returning id`)
    await writeKnown(tx, users, id, draft)
    await note(tx, actor, 'user.created', id)
    await giveIdentity(tx, actor, id, draft.role, draft.institutionId)
    return id
  })
}

/** Changes what a person is known by. Of somebody with an archive only the account: name and numbers come from there. */
export async function editUser(users: Users, actor: Actor, id: number, { version, ...given }: UserEdit): Promise<void> {
  await users.db.transaction(async (tx) => {
    const row = await personRow(tx, id, true)
    if (row.version !== version) throw new AppError('stale')
    const fields = (['name', 'loginName', 'idNo', 'mobile'] as const).filter((key) => given[key] !== undefined)
    const foreign = row.teacher_id === null ? undefined : fields.find((key) => key !== 'loginName')
    if (foreign) {
      const message = `${labels[foreign]}以教师档案为准，请在档案里修改`
      throw new AppError('invalid', { message, errors: [{ field: foreign, message }] })
    }
    await refuseTaken(tx, users.keys, given, id)
    await writeKnown(tx, users, id, given)
    await note(tx, actor, 'user.edited', id, { fields: fields.map((key) => labels[key]) })
  })
}

interface Place {
  name: string
  level: string
  closed: boolean
}

/** Gives an identity, or an earlier one back. A teacher's first brings an empty archive at that school. */
async function giveIdentity(tx: Tx, actor: Actor, personId: number, role: Role, institutionId: number): Promise<void> {
  const place = await tx.maybeOne<Place>(sql`select name, level, closed_on is not null as closed from institution where id = ${institutionId}`)
  const refuse = (field: string, message: string) => new AppError('invalid', { message, errors: [{ field, message }] })
  if (!place || place.closed) throw refuse('institutionId', '没有这个机构，或已撤销')
  if (!levelsOfRole[role].includes(place.level)) throw refuse('institutionId', '这个角色不能设在这一级机构')
  const had = await tx.maybeOne<{ id: number; state: string }>(sql`
    select id, state from identity where person_id = ${personId} and role = ${role} and institution_id = ${institutionId} and lent_by is null`)
  if (had?.state === 'enabled') {
    const message = '这个人在该机构已有这个身份'
    throw new AppError('duplicate', { message, errors: [{ field: 'institutionId', message }] })
  }
  if (role === 2) await giveArchive(tx, personId, institutionId)
  await tx.execute(sql`
    insert into identity (person_id, role, institution_id) values (${personId}, ${role}, ${institutionId})
    on conflict (person_id, role, institution_id) where lent_by is null do update set state = 'enabled'`)
  await note(tx, actor, had ? 'user.identity.enabled' : 'user.identity.added', personId, { role, institution: place.name })
}

async function giveArchive(tx: Tx, personId: number, institutionId: number): Promise<void> {
  const teacher = await tx.maybeOne<{ institution_id: number | null }>(sql`select institution_id from teacher where person_id = ${personId}`)
  if (teacher?.institution_id === institutionId) return
  if (teacher) {
    const message = '这位教师的人事关系在另一所学校，换学校请办理调动'
    throw new AppError('invalid', { message, errors: [{ field: 'institutionId', message }] })
  }
  await tx.execute(sql`
    with made as (
      insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id)
      select p.id, p.name, p.name_sort, i.id, i.district_id, i.city_id, i.province_id from person p, institution i
      where p.id = ${personId} and i.id = ${institutionId} returning id)
    insert into membership (teacher_id, id, institution_id, kind, from_on)
    select id, ${uuidv7()}::uuid, ${institutionId}::int, 'personnel', ${today()}::date from made`)
}

export async function addIdentity(users: Users, actor: Actor, personId: number, role: Role, institutionId: number): Promise<void> {
  await users.db.transaction(async (tx) => {
    await personRow(tx, personId, true)
    await giveIdentity(tx, actor, personId, role, institutionId)
  })
}

/** Switches an identity on or off; off ends its sessions at once. Nobody switches off the one they work with. */
export async function setIdentity(users: Users, actor: Actor, personId: number, identityId: number, on: boolean): Promise<void> {
  await users.db.transaction(async (tx) => {
    await personRow(tx, personId, true)
    const found = await tx.maybeOne<{ role: Role; institution_id: number; state: string; lent: boolean; institution: string }>(sql`
      select a.role, a.institution_id, a.state, a.lent_by is not null as lent, i.name as institution from identity a join institution i on i.id = a.institution_id
      where a.id = ${identityId} and a.person_id = ${personId} for update of a`)
    if (!found) throw new AppError('missing')
    if ((found.state === 'enabled') === on) throw new AppError('wrongState', { message: on ? '这个身份已经启用' : '这个身份已经停用' })
    if (on && found.lent) throw new AppError('wrongState', { message: '代办的身份由委托人重新委托，不能在这里启用' })
    if (on) return giveIdentity(tx, actor, personId, found.role, found.institution_id)
    if (identityId === actor.identityId) throw new AppError('wrongState', { message: '不能停用自己正在使用的身份，请由另一位管理员办理' })
    await tx.execute(sql`update identity set state = 'disabled' where id = ${identityId}`)
    await note(tx, actor, 'user.identity.disabled', personId, { role: found.role, institution: found.institution })
    await endSessions(tx, [identityId])
    // A deputy's right comes from whose work it is, and from belonging to the institution.
    await takeBack(tx, sql`a.lent_by = ${identityId} or (a.person_id = ${personId} and a.institution_id = ${found.institution_id} and not exists (
      select 1 from identity o where o.person_id = a.person_id and o.institution_id = a.institution_id and o.lent_by is null and o.state = 'enabled'))`, actor.identityId)
  })
}

/** Gives a random password in place of the old one; it must be changed at the next sign-in. All sessions end, a lock is lifted. */
export async function resetPassword(users: Users, actor: Actor, personId: number, password: string): Promise<void> {
  const hash = await users.hashPassword(password)
  await users.db.transaction(async (tx) => {
    await personRow(tx, personId, true)
    await tx.execute(sql`
      update person set password_hash = ${hash}, password_changed_at = now(), password_simple = false, must_change = true,
        activation_hash = null, failed_count = 0, failed_since = null, locked_until = null where id = ${personId}`)
    await note(tx, actor, 'user.password.reset', personId)
    const identities = await tx.query<{ id: number }>(sql`select id from identity where person_id = ${personId}`)
    await endSessions(tx, identities.map(({ id }) => id).filter((id) => id !== actor.identityId))
  })
}

/**
 * Takes the second factor of somebody who lost phone and recovery codes; all their sessions end, and whoever must have one sets it up at
 * the next sign-in. Nobody does it for themselves: that would be a way round it.
 */
export async function takeFactor(users: Users, actor: Actor, personId: number, reason: string): Promise<void> {
  if (personId === actor.personId) throw new AppError('wrongState', { message: '自己的两步验证在个人中心更换；手机和恢复码都丢失时，请由另一位管理员办理' })
  await users.db.transaction(async (tx) => {
    const row = await personRow(tx, personId, true)
    if (!row.second_factor) throw new AppError('wrongState', { message: '这个账号没有启用两步验证' })
    await users.removeFactor(tx, personId)
    await note(tx, actor, 'user.factor.removed', personId, { reason })
    const identities = await tx.query<{ id: number }>(sql`select id from identity where person_id = ${personId}`)
    await endSessions(tx, identities.map(({ id }) => id))
  })
}

/** Lifts the lock after too many wrong passwords. */
export async function unlock(users: Users, actor: Actor, personId: number): Promise<void> {
  await users.db.transaction(async (tx) => {
    const row = await personRow(tx, personId, true)
    if (!row.locked) throw new AppError('wrongState', { message: '这个账号没有锁定' })
    await tx.execute(sql`update person set failed_count = 0, failed_since = null, locked_until = null where id = ${personId}`)
    await note(tx, actor, 'user.unlocked', personId)
  })
}

async function endSessions(tx: Tx, identities: readonly number[]): Promise<void> {
  await tx.execute(sql`
    with ended as (
      update session set revoked_at = now() where identity_id = any(${identities}::int[]) and revoked_at is null and expires_at > now()
      returning identity_id)
    insert into audit (by_identity, action, person_id)
    select distinct e.identity_id, 'session.ended', a.person_id from ended e join identity a on a.id = e.identity_id`)
}

/** A line of the audit about an account: never a name, number or password, only which fields and which identity. */
async function note(tx: Tx, actor: Actor, action: string, personId: number, facts: object = {}): Promise<void> {
  await tx.execute(sql`
    insert into audit (by_identity, action, person_id, facts) values (${actor.identityId}, ${action}, ${personId}, ${sql.json(facts)})`)
}
