import { createHash } from 'node:crypto'
import type { Actor } from '../../../catalogue/access/access.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { UsersAsked } from './asked.ts'
import { ScimFault } from './fault.ts'
import { coreUser, fullName, namedParts, userKeyOf, type NamedParts } from './values.ts'

export interface UserRow {
  readonly id: string
  readonly identity_id: number | null
  readonly person_id: number | null
  readonly user_name: string
  readonly external_id: string | null
  readonly named: unknown
  readonly switched_off: number[]
  readonly active: boolean
  readonly created_at: string
  readonly changed_at: string
}

/**
 * Users of a token's place. Whoever moved away, and whoever the provider deleted, is none of them any more.
 * @param actor the token's, which stands at its place
 */
const rows = (actor: Actor, where: Sql, end: Sql = sql.empty): Sql => sql`
  select u.id, u.identity_id, a.person_id, u.user_name, u.external_id, u.named, u.switched_off,
    case when u.identity_id is null then u.wanted and u.dismissed_at is null else a.state = 'enabled' end as active,
    u.created_at, u.changed_at
  from scim_user u
  left join identity a on a.id = u.identity_id
  join institution i on i.id = coalesce(a.institution_id, u.institution_id)
  where u.place_id = ${actor.institutionId} and u.gone_at is null and ${institutionsInScope(actor, 'i')} and ${where}
  ${end}`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The same; undefined for none. */
export const findUser = (
  db: Queryable,
  actor: Actor,
  id: string,
  lock = false,
): Promise<UserRow | undefined> =>
  db.maybeOne<UserRow>(rows(actor, sql`u.id = ${id}::uuid`, lock ? sql`for update of u` : sql.empty))

/** One user of the place; in a transaction that changes it, locked. Throws 404. */
export async function userOf(db: Queryable, actor: Actor, id: string, lock = false): Promise<UserRow> {
  const found = uuid.test(id) ? await findUser(db, actor, id, lock) : undefined
  if (!found) throw new ScimFault(404, '没有该人员，或不在该令牌的单位')
  return found
}

/**
 * A teacher of the place who has this account name and is no user yet becomes one, so that the provider finds
 * whom it means. Nobody else of the place is told.
 */
async function adopt(db: Database, actor: Actor, userKey: string): Promise<void> {
  await db.execute(sql`
    insert into scim_user (id, place_id, institution_id, identity_id, user_name, user_key)
    select ${uuidv7()}::uuid, ${actor.institutionId}::int, a.institution_id, a.id, p.login_name, ${userKey}::text
    from person p
    join identity a on a.person_id = p.id and a.role = 2 and a.lent_by is null
    join institution i on i.id = a.institution_id
    where p.login_name = ${userKey} and ${institutionsInScope(actor, 'i')}
      and not exists (select 1 from scim_user u where u.place_id = ${actor.institutionId}
        and (u.user_key = ${userKey} or u.identity_id = a.id))
    order by a.state = 'enabled' desc, a.id
    limit 1
    on conflict do nothing`)
}

/** A page of users, in the order in which they came. */
export async function listUsers(
  db: Database,
  actor: Actor,
  { where, startIndex, count, userKey }: UsersAsked,
) {
  if (userKey !== undefined) await adopt(db, actor, userKey)
  const [{ total }, found] = await Promise.all([
    db.one<{ total: number }>(sql`select count(*)::int as total from (${rows(actor, where)}) n`),
    count === 0
      ? []
      : db.query<UserRow>(
          rows(actor, where, sql`order by u.created_at, u.id limit ${count} offset ${startIndex - 1}`),
        ),
  ])
  return { total, found }
}

/** Whether a name is free in a place, for another user than this one. Deleted ones hold none. */
export async function isFree(
  db: Queryable,
  actor: Actor,
  userName: string,
  but: string | null,
): Promise<boolean> {
  const userKey = userKeyOf(userName)
  const held = await db.maybeOne(sql`
    select 1 from (${rows(actor, sql`u.user_key = ${userKey} and u.id is distinct from ${but}::uuid`)}) n`)
  return held === undefined
}

export const partsIn = (named: unknown): NamedParts => namedParts.catch({}).parse(named)

/** A user as SCIM tells it: what the provider wrote, and whether the account is on. Nothing of the archive. */
export function resourceOf(row: UserRow, origin: string) {
  const { displayName, ...name } = partsIn(row.named)
  const told = {
    schemas: [coreUser],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    userName: row.user_name,
    ...(Object.keys(name).length > 0 && { name: { ...name, formatted: name.formatted ?? fullName(name) } }),
    ...(displayName !== undefined && { displayName }),
    active: row.active,
    userType: row.identity_id === null ? '待入职' : '教师',
  }
  const mark = createHash('sha256')
    .update(JSON.stringify([told, row.changed_at]))
    .digest('base64url')
  return {
    ...told,
    meta: {
      resourceType: 'User',
      created: new Date(row.created_at).toISOString(),
      lastModified: new Date(row.changed_at).toISOString(),
      location: `${origin}/scim/v2/Users/${row.id}`,
      version: `W/"${mark.slice(0, 22)}"`,
    },
  }
}
export type UserResource = ReturnType<typeof resourceOf>
