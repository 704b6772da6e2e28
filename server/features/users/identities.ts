import type { Actor } from '../../../catalogue/access/access.ts'
import { dutiesOf, type Duty } from '../../../catalogue/access/duties.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { disableIdentity, takeBack } from '../../engine/directory/index.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { giveOrAsk, grantText, grantTitle, type Grant } from './grants.ts'
import { noteUser, type Users } from './options.ts'
import { endSessions, personRow } from './store.ts'
import { mobileOf, tellPerson, warnAt } from './told.ts'

/** Adds an identity at once, or asks for one that a second administrator must confirm. */
export async function addIdentity(
  users: Users,
  actor: Actor,
  personId: number,
  { role, institutionId, duties = null }: AddedIdentity,
): Promise<void> {
  const outcome = await users.db.transaction(async (tx) => {
    await personRow(tx, personId, true)
    return giveOrAsk(users, tx, actor, { personId, role, institutionId, duties })
  })
  if (outcome === 'given') await warnOfGrant(users, { personId, role, institutionId, duties })
}

interface AddedIdentity {
  readonly role: Role
  readonly institutionId: number
  readonly duties?: readonly Duty[] | null | undefined
}

async function warnOfGrant(users: Users, { personId, role, institutionId, duties }: Grant): Promise<void> {
  const { name } = await users.db.one<{ name: string }>(
    sql`select name from institution where id = ${institutionId}`,
  )
  warnAt(users, await mobileOf(users, users.db, personId), grantTitle, grantText({ role, duties }, name))
}

interface FoundIdentity {
  readonly role: Role
  readonly institution_id: number
  readonly state: string
  readonly duties: string[] | null
  readonly lent: boolean
  readonly institution: string
}

/** Identity to switch on or off, and the actor. */
interface IdentitySwitch {
  readonly users: Users
  readonly actor: Actor
  readonly personId: number
  readonly identityId: number
}

/**
 * Switches an identity on or off; off ends its sessions at once. Nobody switches off the one they work with.
 * `asked`: a second administrator must confirm it first.
 */
export async function setIdentity(switched: IdentitySwitch, on: boolean): Promise<'done' | 'asked'> {
  const { users, personId, identityId } = switched
  const given = await users.db.transaction(async (tx) => {
    await personRow(tx, personId, true)
    const found = await lockedIdentity(tx, { personId, identityId })
    if ((found.state === 'enabled') === on)
      throw new AppError('wrongState', { message: on ? '该身份已经启用' : '该身份已经停用' })
    if (on) return switchOn(switched, tx, found)
    await switchOff(switched, tx, found)
    return undefined
  })
  if (given) await warnOfGrant(users, given)
  return on && !given ? 'asked' : 'done'
}

/** An identity of a person, locked. Throws missing. */
export async function lockedIdentity(
  tx: Tx,
  { personId, identityId }: Pick<IdentitySwitch, 'personId' | 'identityId'>,
): Promise<FoundIdentity> {
  const found = await tx.maybeOne<FoundIdentity>(sql`
    select a.role, a.institution_id, a.state, a.duties, a.lent_by is not null as lent, i.name as institution
    from identity a
    join institution i on i.id = a.institution_id
    where a.id = ${identityId} and a.person_id = ${personId} for update of a`)
  if (!found) throw new AppError('missing')
  return found
}

/** Switches an identity off in the caller's transaction; ends its sessions and what it lent. */
export async function closeIdentity(switched: IdentitySwitch, tx: Tx): Promise<void> {
  await personRow(tx, switched.personId, true)
  await switchOff(switched, tx, await lockedIdentity(tx, switched))
}

/** Enables it, or asks for that; answers what was given at once. */
async function switchOn(
  { users, actor, personId }: IdentitySwitch,
  tx: Tx,
  found: FoundIdentity,
): Promise<Grant | undefined> {
  if (found.lent) throw new AppError('wrongState', { message: '代办的身份由委托人重新委托，不能在这里启用' })
  const duties = found.duties === null ? null : dutiesOf(found.duties)
  const grant = { personId, role: found.role, institutionId: found.institution_id, duties }
  return (await giveOrAsk(users, tx, actor, grant)) === 'given' ? grant : undefined
}

async function switchOff(
  { users, actor, personId, identityId }: IdentitySwitch,
  tx: Tx,
  { role, institution, institution_id: institutionId }: FoundIdentity,
): Promise<void> {
  if (identityId === actor.identityId)
    throw new AppError('wrongState', { message: '不能停用自己正在使用的身份，请由另一位管理员办理' })
  await disableIdentity(tx, identityId)
  await noteUser(tx, actor, 'user.identity.disabled', { personId, facts: { role, institution } })
  await endSessions(tx, [identityId])
  // A deputy's right comes from whose work it is, and from belonging to the institution.
  await takeBack(
    tx,
    sql`a.lent_by = ${identityId}
          or (a.person_id = ${personId} and a.institution_id = ${institutionId} and not exists (
      select 1
      from identity o
      where o.person_id = a.person_id
        and o.institution_id = a.institution_id
        and o.lent_by is null
        and o.state = 'enabled'))`,
    actor.identityId,
  )
  await tellPerson(users, tx, personId, {
    title: '您的一个身份已由管理员停用',
    content: grantText({ role, duties: null }, institution),
  })
}
