import { z } from 'zod'
import { newcomerList, newcomerLink, newcomerNumber } from '../../../catalogue/contract/archive/newcomers.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { ScimNeeds } from './needs.ts'
import { partsIn } from './users.ts'
import { fullName } from './values.ts'

const url = '/api/v1/newcomers'
const shared = { access: [3], tag: '教师' } as const

/** Newcomers of the actor's school, the first that came first. */
const waiting = ({ institutionId }: Actor): Sql => sql`
  u.institution_id = ${institutionId} and u.identity_id is null and u.wanted and u.gone_at is null
    and u.dismissed_at is null`

/** A newcomer, locked; 404 for one of another school, or who waits no more. */
async function take(tx: Tx, actor: Actor, id: string): Promise<{ place_id: number }> {
  const found = await tx.maybeOne<{ place_id: number }>(
    sql`select u.place_id from scim_user u where u.id = ${id} and ${waiting(actor)} for update`,
  )
  if (!found) throw new AppError('missing')
  return found
}

/** Says which teacher of the own school a newcomer is: from then on the provider switches that account. */
async function link(tx: Tx, actor: Actor, id: string, teacherId: number): Promise<void> {
  const { place_id: place } = await take(tx, actor, id)
  const identity = await tx.maybeOne<{ id: number }>(sql`
    select a.id
    from teacher t
    join identity a on a.person_id = t.person_id and a.role = 2 and a.institution_id = ${actor.institutionId}
    where t.id = ${teacherId} and t.institution_id = ${actor.institutionId} and t.joined_into is null
      and a.lent_by is null`)
  if (!identity) throw invalid('teacherId', '本校没有这位教师，或这位教师没有账号')
  const held = await tx.maybeOne(
    sql`select 1 from scim_user where place_id = ${place} and identity_id = ${identity.id}`,
  )
  if (held) throw invalid('teacherId', '这位教师已在身份系统里登记')
  await tx.execute(
    sql`update scim_user set identity_id = ${identity.id}, changed_at = now() where id = ${id}`,
  )
  await note(tx, { by: actor.identityId, action: 'scim.linked', facts: { user: id, teacher: teacherId } })
}

/** Newcomers whom a provider of identities registered, as the school sees them. */
export function newcomerRoutes(server: Server, { db, actorOn }: ScimNeeds): void {
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '身份系统登记的待入职人员，本校办理入职后消失',
    answer: newcomerList,
    handle: async (_, request) => {
      const rows = await db.query<{ id: string; named: unknown; user_name: string; at: string }>(sql`
        select u.id, u.named, u.user_name, u.created_at as at
        from scim_user u
        where ${waiting(actorOn(request))}
        order by u.created_at, u.id
        limit 200`)
      return rows.map(({ id, named, user_name: userName, at }) => ({
        id,
        name: fullName(partsIn(named)) ?? userName,
        userName,
        at,
      }))
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:id/link`,
    summary: '确认待入职人员就是本校的这位教师，以后由身份系统启用、停用其账号',
    params: newcomerNumber,
    body: newcomerLink,
    answer: z.boolean(),
    handle: async ({ params: { id }, body: { teacherId } }, request) => {
      await db.transaction((tx) => link(tx, actorOn(request), id, teacherId))
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: `${url}/:id`,
    summary: '待入职人员不是本校的人，不再显示',
    params: newcomerNumber,
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      await db.transaction(async (tx) => {
        await take(tx, actor, id)
        await tx.execute(sql`
          update scim_user set dismissed_at = now(), changed_at = now() where id = ${id}`)
        await note(tx, { by: actor.identityId, action: 'scim.dismissed', facts: { user: id } })
      })
      return true
    },
  })
}
