import type { Actor } from '../../../catalogue/access/access.ts'
import {
  tokenLimits,
  tokenPrefix,
  type ApiCall,
  type ApiToken,
  type TokenAsk,
} from '../../../catalogue/contract/administration/api-tokens.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { institutionsInScope, usable } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import { madeOnce, secretFor, type Repeatable } from '../../engine/records/index.ts'
import { sha256, type Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** 192 random bits: nobody finds one by trying. */
const secretBytes = 24

const rows = (where: Sql, end: Sql): Sql => sql`
  select t.id, t.name, t.contact, t.scopes, i.name as place, p.name as by, coalesce(o.name, '系统管理员') as office,
    t.per_minute as "perMinute", t.networks, t.created_at as "createdAt", t.expires_at as "expiresAt",
    case when t.revoked_at is not null then 'revoked' when t.expires_at <= now() then 'expired'
      when i.closed_on is not null or not ${usable} then 'ended' else 'live' end as state,
    (select c.at from api_call c where c.token_id = t.id order by c.id desc limit 1) as "lastCallAt",
    case when 'scim' = any(t.scopes) then (
      select jsonb_build_object('all', count(*),
        'waiting', count(*) filter (where u.identity_id is null and u.wanted and u.dismissed_at is null),
        'off', count(*) filter (where cardinality(u.switched_off) > 0))
      from scim_user u
      where u.place_id = t.place_id and u.gone_at is null) end as users
  from api_token t
  join institution i on i.id = t.place_id
  join identity a on a.id = t.by_identity
  join person p on p.id = a.person_id
  left join institution o on o.id = t.office_id
  where ${where}
  ${end}`

/** Tokens of the own office; the administrator sees all. */
const own = ({ role, institutionId }: Actor): Sql =>
  role === 1 ? sql`true` : sql`t.office_id = ${institutionId}`

export async function listTokens(
  db: Queryable,
  actor: Actor,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const [list, { total }] = await Promise.all([
    db.query<ApiToken>(
      rows(
        own(actor),
        sql`order by t.revoked_at is not null, t.created_at desc, t.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
      ),
    ),
    db.one<{ total: number }>(sql`select count(*)::int as total from api_token t where ${own(actor)}`),
  ])
  return { list, total, page, pageSize }
}

/** The institution that a token reads, in the issuer's scope. Figures are of authorities only. */
async function placeOf(db: Queryable, actor: Actor, { institution, scopes }: TokenAsk): Promise<number> {
  const id = institution ?? actor.institutionId
  const row = await db.maybeOne<{ level: string }>(sql`
    select i.level
    from institution i
    where i.id = ${id} and i.closed_on is null and ${actor.role === 1 ? sql`true` : institutionsInScope(actor, 'i')}`)
  if (!row) throw invalid('institution', '范围内没有该单位')
  if (scopes.includes('figures') && !['province', 'city', 'district'].includes(row.level))
    throw invalid('scopes', '统计只能给教育局的范围')
  if (scopes.includes('scim') && !['school', 'province', 'city', 'district'].includes(row.level))
    throw invalid('institution', '身份同步只能给学校或教育局的范围')
  return id
}

/** A token of the roster is an app's, which has an agreement, and the administrator's to give. */
async function requireAgreement(db: Queryable, { role }: Actor, { scopes, app }: TokenAsk): Promise<void> {
  if (!scopes.includes('roster')) {
    if (app !== undefined) throw invalid('app', '只有“名册同步”的令牌要选应用')
    return
  }
  if (role !== 1) throw invalid('scopes', '名册同步的令牌由系统管理员发放')
  if (app === undefined) throw invalid('app', '请选择应用')
  if (!(await db.maybeOne(sql`select 1 from roster_feed where app_id = ${app}`)))
    throw invalid('app', '该应用尚未登记名册提供约定')
}

/** A token of provisioning changes accounts: it is the administrator's to give, for one place, and for nothing else. */
function requireAlone({ role }: Actor, { scopes, institution }: TokenAsk): void {
  if (!scopes.includes('scim')) return
  if (role !== 1) throw invalid('scopes', '身份同步的令牌由系统管理员发放')
  if (scopes.length > 1) throw invalid('scopes', '“身份同步”要单独发一个令牌')
  if (institution === undefined) throw invalid('institution', '请填写由该身份系统管理的单位')
}

/** Issues a token. It is answered once, or again to the same request; what is kept is its hash. */
export async function issue(
  { db, keys }: { readonly db: Database; readonly keys: Keys },
  actor: Actor,
  body: TokenAsk,
  request: Repeatable | null,
): Promise<{ token: ApiToken; secret: string }> {
  const place = await placeOf(db, actor, body)
  await requireAgreement(db, actor, body)
  requireAlone(actor, body)
  const secret = tokenPrefix + secretFor(keys, actor, request, secretBytes)
  const office = actor.role === 1 ? null : actor.institutionId
  const { id } = await madeOnce(db, actor, request, (remember) =>
    db.transaction(async (tx) => {
      await tx.query(sql`select 1 from institution where id = ${actor.institutionId} for no key update`)
      const { held } = await tx.one<{ held: number }>(sql`
      select count(*)::int as held from api_token t
      where t.office_id is not distinct from ${office}::int and t.revoked_at is null and t.expires_at > now()`)
      if (held >= tokenLimits.held)
        throw invalid('name', `至多同时有 ${tokenLimits.held} 个令牌，请先撤销不用的`)
      const made = await tx.one<{ id: number }>(sql`
      insert into api_token (token_hash, name, contact, scopes, place_id, office_id, by_identity, per_minute, networks,
        app_id, expires_at)
      values (${sha256(secret)}, ${body.name}, ${body.contact}, ${body.scopes}::text[], ${place}, ${office}::int,
        ${actor.identityId}, ${body.perMinute}, ${body.networks}::text[],
        ${body.app ?? null}, now() + make_interval(days => ${body.days}))
      returning id`)
      await note(tx, {
        by: actor.identityId,
        action: 'token.issued',
        facts: { token: made.id, name: body.name, scopes: body.scopes, place, days: body.days },
      })
      await remember(tx, made.id)
      return made.id
    }),
  )
  return { token: await db.one<ApiToken>(rows(sql`t.id = ${id}`, sql.empty)), secret }
}

/** Revokes a token; at once, and for good. Doing it twice is one act. */
export async function revoke(db: Database, actor: Actor, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await tx.maybeOne<{ revoked: boolean }>(sql`
      select t.revoked_at is not null as revoked from api_token t where t.id = ${id} and ${own(actor)} for update`)
    if (!row) throw new AppError('missing')
    if (row.revoked) return true
    await tx.execute(
      sql`update api_token set revoked_at = now(), revoked_by = ${actor.identityId} where id = ${id}`,
    )
    await note(tx, { by: actor.identityId, action: 'token.revoked', facts: { token: id } })
    return true
  })
}

/** Calls made with a token, newest first. */
export async function callsOf(
  db: Queryable,
  actor: Actor,
  { id, page, pageSize }: { id: number; page: number; pageSize: number },
) {
  if (!(await db.maybeOne(sql`select 1 from api_token t where t.id = ${id} and ${own(actor)}`)))
    throw new AppError('missing')
  const [list, { total }] = await Promise.all([
    db.query<ApiCall>(sql`
      select id::text, at, call, status, lines, ms, address
      from api_call
      where token_id = ${id}
      order by api_call.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`
      select count(*)::int as total from (select 1 from api_call where token_id = ${id} limit 10000) n`),
  ])
  return { list, total, page, pageSize }
}
