import type { Actor } from '../../../catalogue/access/access.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { refused, ScimFault } from './fault.ts'
import type { ScimNeeds } from './needs.ts'
import { findUser, isFree, partsIn, resourceOf, userOf, type UserResource, type UserRow } from './users.ts'
import { requireName, userKeyOf, type UserValues } from './values.ts'

/** What a change needs: whose token it is, and where the portal is reached. */
export interface UserChange {
  readonly needs: ScimNeeds
  readonly actor: Actor
  readonly origin: string
}
/** Which version a change is meant for: a header If-Match, null for any. */
type IfMatch = string | null

/** One change of a place at a time: two that take the same name would both find it free. */
const takePlace = (tx: Tx, { institutionId }: Actor) =>
  tx.query(sql`select 1 from institution where id = ${institutionId} for no key update`)

const taken = (userName: string) =>
  new ScimFault(409, `userName：“${userName.slice(0, 50)}”已有人使用`, 'uniqueness')

/** The school that a newcomer comes to: the token's own, or the one below it whose code was sent. */
async function schoolFor(tx: Tx, actor: Actor, code: string | undefined): Promise<number> {
  const found = await tx.maybeOne<{ id: number }>(sql`
    select i.id
    from institution i
    where i.level = 'school' and i.closed_on is null and ${institutionsInScope(actor, 'i')}
      and ${code === undefined ? sql`i.id = ${actor.institutionId}` : sql`i.code = ${code}`}`)
  if (found) return found.id
  throw refused(
    'organization',
    code === undefined ? '请填写学校的标识码（企业扩展的 organization）' : '该令牌的范围内没有这所学校',
  )
}

/**
 * Adds a user as a newcomer, who waits for the school to enrol them (docs/decisions/0056): no account, no
 * archive. One whom the provider deleted before comes back as who they were.
 * @throws ScimFault 409 where the name is taken
 */
export async function addUser(
  { needs, actor, origin }: UserChange,
  {
    userName,
    externalId,
    named = {},
    active = true,
    organization,
  }: UserValues & { readonly userName: string },
): Promise<UserResource> {
  return needs.db.transaction(async (tx) => {
    await takePlace(tx, actor)
    if (!(await isFree(tx, actor, userName, null))) throw taken(userName)
    const before = await returningUser(tx, actor, userName)
    if (before === null) requireName(named)
    const schoolId = before ? null : await schoolFor(tx, actor, organization)
    const id = before ?? uuidv7()
    if (schoolId !== null)
      await tx.execute(sql`
        insert into scim_user (id, place_id, institution_id, user_name, user_key, external_id, named, wanted)
        values (${id}, ${actor.institutionId}, ${schoolId}, ${userName}, ${userKeyOf(userName)},
          ${externalId ?? null}, ${sql.json(named)}, ${active})`)
    await note(tx, { by: actor.identityId, action: 'scim.added', facts: { user: id, token: actor.apiToken } })
    if (before !== null)
      await applyValues({ needs, actor, origin }, tx, await userOf(tx, actor, id, true), {
        externalId,
        named,
        active,
      })
    return resourceOf(await userOf(tx, actor, id), origin)
  })
}

/**
 * The user of this name whom the provider deleted, taken up again; null for none. A name that somebody had who
 * moved away is free: that row ends.
 */
async function returningUser(tx: Tx, actor: Actor, userName: string): Promise<string | null> {
  const held = await tx.maybeOne<{ id: string }>(sql`
    select id
    from scim_user
    where place_id = ${actor.institutionId} and user_key = ${userKeyOf(userName)}
    for update`)
  if (!held) return null
  await tx.execute(sql`update scim_user set gone_at = null, dismissed_at = null where id = ${held.id}`)
  if (await findUser(tx, actor, held.id)) return held.id
  await tx.execute(sql`delete from scim_user where id = ${held.id}`)
  return null
}

function requireMatch(row: UserRow, origin: string, ifMatch: IfMatch): void {
  if (ifMatch === null || ifMatch.trim() === '*') return
  const { version } = resourceOf(row, origin).meta
  const named = ifMatch.split(',').map((mark) => mark.trim().replace(/^W\//, ''))
  if (!named.includes(version.slice('W/'.length)))
    throw new ScimFault(412, '该人员已被修改，请先读取新的版本')
}

/**
 * Changes a user by PUT or PATCH. Of somebody with an account only the names at the provider and whether the
 * account is on: who they are stands in the archive.
 */
export async function changeUser(
  change: UserChange,
  { id, values, ifMatch }: { readonly id: string; readonly values: UserValues; readonly ifMatch: IfMatch },
): Promise<{ readonly user: UserResource; readonly personId: number | null }> {
  const { needs, actor, origin } = change
  return needs.db.transaction(async (tx) => {
    await takePlace(tx, actor)
    const row = await userOf(tx, actor, id, true)
    requireMatch(row, origin, ifMatch)
    await applyValues(change, tx, row, values)
    return { user: resourceOf(await userOf(tx, actor, id), origin), personId: row.person_id }
  })
}

async function applyValues(change: UserChange, tx: Tx, row: UserRow, values: UserValues): Promise<void> {
  const { actor } = change
  const { userName = row.user_name, externalId = row.external_id, active = row.active } = values
  const named = { ...partsIn(row.named), ...values.named }
  if (userName !== row.user_name && !(await isFree(tx, actor, userName, row.id))) throw taken(userName)
  if (row.identity_id === null && values.named !== undefined) requireName(named)
  const isSame =
    userName === row.user_name &&
    externalId === row.external_id &&
    active === row.active &&
    JSON.stringify(named) === JSON.stringify(partsIn(row.named))
  if (isSame) return
  const off = active === row.active ? row.switched_off : await switchTo(change, tx, row, active)
  if (userName !== row.user_name) await freeName(tx, actor, userName, row.id)
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp()::text as at`)
  await tx.execute(sql`
    update scim_user u
    set user_name = x."userName", user_key = x."userKey", external_id = x."externalId", named = x.named,
      wanted = x.active, switched_off = x.off, changed_at = ${at}::timestamptz
    from jsonb_to_recordset(${sql.json([
      { userName, userKey: userKeyOf(userName), externalId, named, active, off },
    ])}) as x("userName" text, "userKey" text, "externalId" text, named jsonb, active boolean, off int[])
    where u.id = ${row.id}`)
}

/** A name that a deleted user, or one who moved away, still holds is given up by them. */
const freeName = (tx: Tx, { institutionId }: Actor, userName: string, but: string) =>
  tx.execute(sql`
    delete from scim_user
    where place_id = ${institutionId} and user_key = ${userKeyOf(userName)} and id <> ${but}`)

/**
 * Switches the accounts of a user on or off; answers which the provider keeps switched off. Off: the identities
 * of a teacher and a school within the place. On: those alone that this provider switched off, so that nobody
 * comes back whom an office sent away.
 */
async function switchTo(
  { needs, actor }: UserChange,
  tx: Tx,
  { id, identity_id: own, person_id: personId, switched_off: before }: UserRow,
  active: boolean,
): Promise<readonly number[]> {
  const facts = { user: id, active, token: actor.apiToken }
  await note(tx, { by: actor.identityId, action: 'scim.switched', ...(personId && { personId }), facts })
  if (own === null || personId === null) return []
  const found = await tx.query<{ id: number }>(sql`
    select a.id
    from identity a
    join institution i on i.id = a.institution_id
    where a.person_id = ${personId} and a.role = any(${[2, 3]}::int[]) and a.lent_by is null
      and ${institutionsInScope(actor, 'i')}
      and ${active ? sql`a.state = 'disabled' and a.id = any(${before}::int[])` : sql`a.state = 'enabled'`}
    order by a.id
    for update of a`)
  const act = active ? needs.accounts.switchOn : needs.accounts.switchOff
  for (const { id: identityId } of found) await act(tx, actor, { personId, identityId })
  return active ? [] : [...new Set([...before, ...found.map((one) => one.id)])]
}

/** Ends a user: switched off, and not there any more for the provider. Answers whose sessions ended. */
export async function removeUser(
  change: UserChange,
  { id, ifMatch }: { readonly id: string; readonly ifMatch: IfMatch },
): Promise<number | null> {
  const { needs, actor, origin } = change
  return needs.db.transaction(async (tx) => {
    await takePlace(tx, actor)
    const row = await userOf(tx, actor, id, true)
    requireMatch(row, origin, ifMatch)
    if (row.active) await applyValues(change, tx, row, { active: false })
    await tx.execute(sql`update scim_user set gone_at = now() where id = ${id}`)
    await note(tx, {
      by: actor.identityId,
      action: 'scim.removed',
      facts: { user: id, token: actor.apiToken },
    })
    return row.person_id
  })
}
