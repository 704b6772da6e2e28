import type { Actor } from '../../../catalogue/access/access.ts'
import { dutiesOf } from '../../../catalogue/access/duties.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { AccountRequest, AccountRequestPage } from '../../../catalogue/contract/administration/users.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { issueOneTimePassword } from '../../engine/directory/index.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { giveIdentity, grantText, grantTitle } from './grants.ts'
import { noteUser, type Users } from './options.ts'
import { handOver, type HandedOver, mobileOf, warnAt } from './told.ts'

type Verb = 'confirm' | 'refuse' | 'withdraw'

type Row = Omit<AccountRequest, 'person' | 'duties' | 'can'> & {
  personId: number
  name: string
  duties: string[] | null
  askedByPerson: number
}

/**
 * What an administrator may do with an open request: who asked takes it back, somebody else who is not
 * concerned decides.
 */
function verbsFor(
  { separateDuties }: Users,
  actor: Actor,
  { state, askedByPerson, personId }: Pick<Row, 'state' | 'askedByPerson' | 'personId'>,
): Verb[] {
  if (state !== 'open') return []
  if (askedByPerson === actor.personId) return ['withdraw']
  const decides =
    personId !== actor.personId && (!separateDuties || actor.duties?.includes('security') === true)
  return decides ? ['confirm', 'refuse'] : []
}

const stateNow = sql`case when r.state = 'open' and r.expires_at < now() then 'expired' else r.state end`

/** Requests for roles that weigh, the latest first. */
export async function listRequests(
  users: Users,
  actor: Actor,
  query: { state: 'open' | 'closed'; page: number; pageSize: number },
): Promise<AccountRequestPage> {
  const where = query.state === 'open' ? sql`${stateNow} = 'open'` : sql`${stateNow} <> 'open'`
  const [rows, { total }] = await Promise.all([
    users.db.query<Row>(sql`
      select r.id, r.person_id as "personId", p.name, r.role, i.name as institution, r.duties,
        b.name as "askedBy", a.person_id as "askedByPerson",
        r.asked_at as "askedAt", r.expires_at as "expiresAt", ${stateNow} as state, d.name as "decidedBy",
          r.decided_at as "decidedAt", r.reason
      from account_request r
        join person p on p.id = r.person_id join institution i on i.id = r.institution_id
        join identity a on a.id = r.asked_by join person b on b.id = a.person_id
        left join identity o on o.id = r.decided_by left join person d on d.id = o.person_id
      where ${where} order by r.id desc limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`),
    users.db.one<{ total: number }>(sql`select count(*)::int as total from account_request r where ${where}`),
  ])
  const list = rows.map(({ personId, name, duties, askedByPerson, ...row }) => ({
    ...row,
    person: { id: personId, name },
    duties: users.separateDuties && row.role === 1 ? [...dutiesOf(duties)] : null,
    can: verbsFor(users, actor, { state: row.state, askedByPerson, personId }),
  }))
  return { list, total, page: query.page, pageSize: query.pageSize }
}

interface Open {
  person_id: number
  role: Role
  institution_id: number
  institution: string
  duties: string[] | null
  asked_by: number
  asked_by_person: number
  has_password: boolean
}

/** Locks a request that can still be decided. Throws missing, wrongState. */
async function lockOpen(tx: Tx, id: number): Promise<Open> {
  const row = await tx.maybeOne<Open & { state: string }>(sql`
    select r.person_id, r.role, r.institution_id, i.name as institution, r.duties, r.asked_by,
      a.person_id as asked_by_person, ${stateNow} as state,
      p.password_hash is not null as has_password
    from account_request r
    join identity a on a.id = r.asked_by
    join institution i on i.id = r.institution_id
    join person p on p.id = r.person_id
    where r.id = ${id} for update of r`)
  if (!row) throw new AppError('missing')
  if (row.state !== 'open') throw new AppError('wrongState', { message: '该项申请已经办结、撤回或超过期限' })
  return row
}

const refusals: Readonly<Record<Verb, string>> = {
  confirm: '自己提出的申请，请由另一位管理员确认',
  refuse: '自己提出的申请可以撤回；是否同意由另一位管理员决定',
  withdraw: '只有提出申请的人可以撤回',
}

/**
 * Decides a request, or takes it back. What is confirmed takes effect in the same transaction; the person is
 * told, in the portal and at the phone.
 * @returns the one-time password of a new account, where it did not go to the phone: whoever confirmed hands
 * it over
 */
export async function decideRequest(
  users: Users,
  actor: Actor,
  id: number,
  { verb, reason = '' }: { verb: Verb; reason?: string },
): Promise<HandedOver> {
  const password = await users.newPassword()
  const confirmed = await users.db.transaction(async (tx) => {
    const row = await lockOpen(tx, id)
    if (
      !verbsFor(users, actor, {
        state: 'open',
        askedByPerson: row.asked_by_person,
        personId: row.person_id,
      }).includes(verb)
    ) {
      throw new AppError('forbidden', {
        message: row.person_id === actor.personId ? '与自己有关的申请，请由另一位管理员办理' : refusals[verb],
      })
    }
    const states = { confirm: 'confirmed', refuse: 'refused', withdraw: 'withdrawn' } as const
    await tx.execute(sql`
      update account_request
      set state = ${states[verb]}, decided_by = ${actor.identityId}, decided_at = now(), reason = ${reason}
      where id = ${id}`)
    if (verb !== 'confirm') {
      await noteUser(tx, actor, verb === 'refuse' ? 'user.identity.refused' : 'user.identity.withdrawn', {
        personId: row.person_id,
        facts: { role: row.role, institution: row.institution },
      })
      return undefined
    }
    const duties = row.duties === null ? null : dutiesOf(row.duties)
    await giveIdentity(users, tx, actor, {
      personId: row.person_id,
      role: row.role,
      institutionId: row.institution_id,
      duties,
      facts: { asked: row.asked_by },
    })
    const mobile = await mobileOf(users, tx, row.person_id)
    // A new account has no way in until its role is confirmed.
    const first = !row.has_password
    if (first) await issueOneTimePassword(tx, row.person_id, users.bound(row.person_id, password.hash))
    return { mobile, first, text: grantText({ role: row.role, duties }, row.institution) }
  })
  if (!confirmed) return nothing
  warnAt(users, confirmed.mobile, grantTitle, confirmed.text)
  return confirmed.first ? handOver(users, confirmed.mobile, password.plain) : nothing
}

const nothing: HandedOver = { password: null, sentTo: null }
