import { duties as allDuties, dutiesOf, dutyLabels, type Duty } from '../../../catalogue/access/duties.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { keptRoles } from '../../../catalogue/access/office-accounts.ts'
import { roleEntry, type Role } from '../../../catalogue/access/roles.ts'
import { confirmedRoles, levelsOfRole } from '../../../catalogue/contract/administration/users.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { addIdentity, openArchive, schoolOfPerson, type Entry } from '../../engine/directory/index.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { noteUser, type Users } from './options.ts'
import { tellPerson } from './told.ts'

/** Role, place and duties to give to somebody. */
export interface Grant {
  readonly personId: number
  readonly role: Role
  readonly institutionId: number
  /** Duties of an administrator. Used only when separation of duties is on. */
  readonly duties: readonly Duty[] | null
  /** First record of a teacher without an archive; by default in service from today. */
  readonly entry?: Entry | undefined
}

/** Page of the account requests. */
const requestsPage = '/appCore/accountRequests'

interface Place {
  name: string
  level: string
  closed: boolean
}

/**
 * Checks that a grant can be: place and level, not there already, duties. Answers the place and whether the
 * identity was there before.
 */
async function requireGrantable(
  users: Users,
  tx: Tx,
  { personId, role, institutionId, duties }: Grant,
): Promise<{ place: string; had: boolean }> {
  const place = await tx.maybeOne<Place>(
    sql`select name, level, closed_on is not null as closed from institution where id = ${institutionId}`,
  )
  if (!place || place.closed) throw invalid('institutionId', '没有该机构，或已撤销')
  if (!levelsOfRole[role].includes(place.level)) throw invalid('institutionId', '该角色不能设在这一级机构')
  const had = await tx.maybeOne<{ id: number; state: string }>(sql`
    select id, state
    from identity
    where person_id = ${personId}
      and role = ${role}
      and institution_id = ${institutionId}
      and lent_by is null`)
  if (had?.state === 'enabled') {
    const message = '此人在该机构已有该身份'
    throw new AppError('duplicate', { message, errors: [{ field: 'institutionId', message }] })
  }
  if (role === 1 && users.separateDuties) await requireApart(tx, personId, duties)
  return { place: place.name, had: had !== undefined }
}

/** Nobody holds all three duties, over all identities of theirs. */
async function requireApart(tx: Tx, personId: number, duties: readonly Duty[] | null): Promise<void> {
  if (duties === null || duties.length === 0) throw invalid('duties', '请选择职责')
  const held = await tx.query<{ duties: string[] | null }>(sql`
    select duties
    from identity
    where person_id = ${personId} and role = 1 and state = 'enabled' and lent_by is null`)
  const all = new Set([...duties, ...held.flatMap((one) => dutiesOf(one.duties))])
  if (all.size === allDuties.length)
    throw invalid('duties', '系统管理、安全管理、审计管理不能由一个人全部担任')
}

/**
 * Gives an identity, or an earlier one back, and tells the person. A teacher's first brings an empty archive
 * at that school.
 */
export async function giveIdentity(
  users: Users,
  tx: Tx,
  actor: Actor,
  { facts = {}, ...grant }: Grant & { readonly facts?: object },
): Promise<void> {
  const { personId, role, institutionId, duties } = grant
  const { place, had } = await requireGrantable(users, tx, grant)
  if (role === 2) await giveArchive(tx, grant)
  const kept = role === 1 && duties !== null ? [...duties] : null
  await addIdentity(tx, { personId, role, institutionId, duties: kept })
  await noteUser(tx, actor, had ? 'user.identity.enabled' : 'user.identity.added', {
    personId,
    facts: { role, institution: place, ...(kept && { duties: kept }), ...facts },
  })
  await tellPerson(users, tx, personId, { title: grantTitle, content: grantText(grant, place) })
}

export const grantTitle = '您的账号新增了身份'
export const grantText = ({ role, duties }: Pick<Grant, 'role' | 'duties'>, place: string): string => {
  const apart =
    role === 1 && duties !== null ? `（${duties.map((duty) => dutyLabels[duty]).join('、')}）` : ''
  return `${roleEntry(role).label}${apart}，${place}。`
}

async function giveArchive(tx: Tx, { personId, institutionId, entry }: Grant): Promise<void> {
  const teacher = await schoolOfPerson(tx, personId)
  if (teacher?.institution_id === institutionId) return
  if (teacher) throw invalid('institutionId', '该教师的档案在另一所学校，请由学校办理教师调动')
  await openArchive(tx, personId, institutionId, entry)
}

/** Administrators other than this one who may confirm: identities by person. */
async function confirmersBeside(
  { separateDuties }: Users,
  tx: Tx,
  actor: Actor,
): Promise<{ id: number; personId: number }[]> {
  const rows = await tx.query<{ id: number; personId: number; duties: string[] | null }>(sql`
    select id, person_id as "personId", duties from identity
    where role = 1 and state = 'enabled' and lent_by is null and person_id <> ${actor.personId}`)
  return rows.filter(({ duties }) => !separateDuties || dutiesOf(duties).includes('security'))
}

/**
 * Gives an identity, or asks for one that a second administrator must confirm (administrators and
 * authorities). An administrator who is the only one may add a second one alone, once; the audit says so.
 * Nobody gives themselves anything.
 */
export async function giveOrAsk(
  users: Users,
  tx: Tx,
  actor: Actor,
  grant: Grant,
): Promise<'given' | 'asked'> {
  if (grant.personId === actor.personId)
    throw new AppError('forbidden', { message: '不能给自己增加或启用身份，请由另一位管理员办理' })
  // A city answers for its districts as an administrator with a second one does; who asks was checked before.
  if (!confirmedRoles.includes(grant.role) || keptRoles(actor.role).includes(grant.role)) {
    await giveIdentity(users, tx, actor, grant)
    return 'given'
  }
  const confirmers = await confirmersBeside(users, tx, actor)
  if (confirmers.length === 0) {
    await requireAlone(tx, grant.role)
    await giveIdentity(users, tx, actor, { ...grant, facts: { alone: true } })
    return 'given'
  }
  const others = confirmers.filter(({ personId }) => personId !== grant.personId)
  if (others.length === 0)
    throw new AppError('wrongState', {
      message: '该身份申请须由与本人无关的另一位管理员确认，现在没有这样的管理员，请先增加一位',
    })
  await ask(users, tx, actor, { ...grant, confirmers: others })
  return 'asked'
}

/**
 * Days in which an administrator who was switched off can still object to a new one whom nobody else
 * confirms.
 */
const objectionDays = 7

async function requireAlone(tx: Tx, role: Role): Promise<void> {
  if (role !== 1)
    throw new AppError('wrongState', {
      message: '县区、市、省的身份要由第二位管理员确认。现在没有第二位，请先增加第二位系统管理员',
    })
  const switchedOff = await tx.maybeOne(sql`
    select 1
    from audit
    where action = 'user.identity.disabled'
      and facts ->> 'role' = '1'
      and at > now() - make_interval(days => ${objectionDays})
    limit 1`)
  if (switchedOff)
    throw new AppError('wrongState', {
      message: `${objectionDays} 天内停用过系统管理员，这期间不能由一人增加系统管理员；请先启用原来的管理员，或 ${objectionDays} 天后再办`,
    })
}

async function ask(
  users: Users,
  tx: Tx,
  actor: Actor,
  { confirmers, ...grant }: Grant & { readonly confirmers: readonly { id: number }[] },
): Promise<void> {
  const { personId, role, institutionId, duties } = grant
  const { place } = await requireGrantable(users, tx, grant)
  await tx.execute(sql`
    update account_request set state = 'expired', decided_at = expires_at
    where person_id = ${personId}
      and role = ${role}
      and institution_id = ${institutionId}
      and state = 'open'
      and expires_at < now()`)
  const kept = role === 1 && duties !== null ? [...duties] : null
  const asked = await tx.execute(sql`
    insert into account_request (person_id, role, institution_id, duties, asked_by)
    values (${personId}, ${role}, ${institutionId}, ${kept}::text[], ${actor.identityId})
    on conflict
    do nothing`)
  if (asked === 0) throw new AppError('duplicate', { message: '该身份已在申请中，等待另一位管理员确认' })
  await noteUser(tx, actor, 'user.identity.asked', { personId, facts: { role, institution: place } })
  for (const { id } of confirmers) {
    const content = `${actor.name}申请：${grantText(grant, place)}请核对后确认或不同意。`
    await users.notify(tx, {
      to: { identity: id },
      kind: '1',
      title: '有一项身份申请等您确认',
      content,
      link: requestsPage,
      exceptPerson: 0,
    })
  }
}
