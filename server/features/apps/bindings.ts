import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  AppBinding,
  RoleLine,
  RoleQuery,
  RoleSave,
} from '../../../catalogue/contract/administration/apps.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** The office whose bindings an actor keeps; null for the administrator's, which are everybody's. */
const officeOf = ({ role, institutionId }: Actor): number | null => (role === 1 ? null : institutionId)

interface Row {
  readonly app_id: string
  readonly name: string
  readonly category: string
  readonly enabled: boolean
  readonly lines: RoleLine['lines']
  readonly above: RoleLine['above']
  readonly narrowed: boolean
  readonly version: number
}

const linesOf = (office: number | null): Sql => sql`
    select coalesce(jsonb_agg(jsonb_build_object('role', b.role, 'clientId', b.client_id, 'placeId', b.place_id,
        'level', b.level, 'client', k.name, 'place', i.name) order by b.role, b.client_id, b.place_id), '[]')
    from app_binding b
    left join client k on k.id = b.client_id
    left join institution i on i.id = b.place_id
    where b.app_id = p.id and b.office_id is not distinct from ${office}::int`

/**
 * The most that reaches a role somewhere in the office's region: what the administrator gave, narrowed by
 * offices above.
 */
const reaching = (office: number): Sql => sql`
    select coalesce(jsonb_agg(jsonb_build_object('role', r.role, 'level', r.level) order by r.role), '[]')
    from (
      select v.role, min(coalesce((
        select max(b.level)
        from app_binding b
        left join institution at on at.id = b.place_id
        where b.app_id = p.id and b.office_id is not distinct from s.office_id and b.role = v.role
          and (b.place_id is null or b.place_id in (o.district_id, o.city_id, o.province_id)
            or o.id in (at.district_id, at.city_id, at.province_id))), 0)) as level
      from institution o
      cross join (values (2), (3), (4), (5), (6)) v (role)
      cross join lateral (
        select null::int as office_id
        union all
        select n.office_id
        from app_narrowing n
        where n.app_id = p.id and n.office_id in (o.district_id, o.city_id, o.province_id) and n.office_id <> o.id) s
      where o.id = ${office}
      group by v.role) r
    where r.level > 0`

const rowsOf = (office: number | null, where: Sql): Sql => sql`
    select p.id as app_id, p.name, p.category, p.enabled, (${linesOf(office)}) as lines,
      ${office === null ? sql`'[]'::jsonb` : sql`(${reaching(office)})`} as above,
      n.app_id is not null as narrowed, coalesce(n.version, ${office === null ? sql`p.version` : sql.lit(0)}) as version
    from app p
    left join app_narrowing n on n.app_id = p.id and n.office_id = ${office ?? 0}
    where ${where}
    order by p.sort_no, p.id
    limit 500`

/** Roles that may use it wherever in the region of the office. */
const rolesOf = ({ lines, above, narrowed }: Row, isOffice: boolean): number[] =>
  [
    ...new Set(
      isOffice && !narrowed
        ? above.filter(({ level }) => level === 2).map(({ role }) => role)
        : lines.filter(({ level }) => level === 2).map(({ role }) => role),
    ),
  ].toSorted((a, b) => a - b)

/** The apps with whom they are given; an office sees those that reach its region. */
export async function boundApps(db: Queryable, actor: Actor, query: RoleQuery): Promise<RoleLine[]> {
  const office = officeOf(actor)
  const rows = await db.query<Row>(rowsOf(office, office === null ? sql`true` : sql`p.enabled`))
  return rows
    .filter(({ above }) => office === null || above.length > 0)
    .filter(
      ({ lines, above, narrowed }) =>
        (query.role === undefined ||
          (office !== null && !narrowed ? above : lines).some(({ role }) => role === query.role)) &&
        (query.client_id === undefined || lines.some(({ clientId }) => clientId === query.client_id)),
    )
    .map((row) => ({ ...row, roles: rolesOf(row, office !== null) }))
}

/** Refuses clients and places that there are not, and places outside of the office's region. */
async function refuseForeign(tx: Tx, actor: Actor, lines: readonly AppBinding[]): Promise<void> {
  const places = lines.flatMap(({ placeId }) => placeId ?? [])
  const clients = lines.flatMap(({ clientId }) => clientId ?? [])
  const found = await tx.one<{ places: number[]; clients: number[] }>(sql`
    select (select coalesce(array_agg(i.id), '{}') from institution i
        where i.id = any(${places}::int[]) and ${actor.role === 1 ? sql`true` : institutionsInScope(actor, 'i')}) as places,
      (select coalesce(array_agg(k.id), '{}') from client k where k.id = any(${clients}::int[])) as clients`)
  const [place, client] = [
    places.find((id) => !found.places.includes(id)),
    clients.find((id) => !found.clients.includes(id)),
  ]
  if (place !== undefined) throw invalid('lines', '范围内没有该单位')
  if (client !== undefined) throw invalid('lines', '没有该方案')
}

function refuseBeyond(above: RoleLine['above'], lines: readonly AppBinding[]): void {
  const most = new Map(above.map(({ role, level }) => [role, level]))
  const beyond = lines.find(({ role, level }) => level > (most.get(role) ?? 0))
  if (beyond) throw invalid('lines', '不能超出上级给本地区的授权')
}

const everywhere = (role: AppBinding['role']): AppBinding => ({
  role,
  clientId: null,
  placeId: null,
  level: 2,
})

/** Lines of one role, client and place: the higher level counts. */
function once(lines: readonly AppBinding[]): AppBinding[] {
  const kept = new Map<string, AppBinding>()
  for (const line of lines.toSorted((a, b) => a.level - b.level))
    kept.set(`${line.role}/${line.clientId}/${line.placeId}`, line)
  return [...kept.values()]
}

/** Keeps the version of an office's decision, or of the app; 409 where somebody else was faster. */
async function keepVersion(
  tx: Tx,
  actor: Actor,
  { app_id: app, version }: RoleSave,
  isGone: boolean,
): Promise<void> {
  const office = officeOf(actor)
  if (office === null) {
    const row = await tx.maybeOne<{ version: number }>(
      sql`select version from app where id = ${app} for update`,
    )
    if (!row) throw new AppError('missing')
    if (version !== undefined && row.version !== version) throw new AppError('stale')
    await tx.execute(sql`update app set version = version + 1 where id = ${app}`)
    return
  }
  await tx.query(sql`select 1 from app where id = ${app} for no key update`)
  const before = await tx.maybeOne<{ version: number }>(
    sql`select version from app_narrowing where app_id = ${app} and office_id = ${office}`,
  )
  if (version !== undefined && (before?.version ?? 0) !== version) throw new AppError('stale')
  await (isGone
    ? tx.execute(sql`delete from app_narrowing where app_id = ${app} and office_id = ${office}`)
    : tx.execute(sql`
        insert into app_narrowing (app_id, office_id, by_identity)
        values (${app}, ${office}, ${actor.identityId})
        on conflict (app_id, office_id)
        do update set by_identity = excluded.by_identity, at = excluded.at, version = app_narrowing.version + 1`))
}

/**
 * Saves whom an app is given: by the administrator for everybody, by an authority for its region and within
 * what reaches it. Without roles and lines an authority goes back to what comes from above.
 */
export async function saveBindings(db: Database, actor: Actor, save: RoleSave): Promise<boolean> {
  const office = officeOf(actor)
  const isGone = save.roles === undefined && save.lines === undefined
  const lines = once([...(save.lines ?? []), ...(save.roles ?? []).map(everywhere)])
  await db.transaction(async (tx) => {
    await keepVersion(tx, actor, save, isGone)
    const [row] = await tx.query<Row>(
      rowsOf(office, sql`p.id = ${save.app_id} ${office === null ? sql.empty : sql`and p.enabled`}`),
    )
    if (!row || (office !== null && row.above.length === 0)) throw new AppError('missing')
    await refuseForeign(tx, actor, lines)
    if (office !== null) refuseBeyond(row.above, lines)
    await tx.execute(
      sql`delete from app_binding where app_id = ${save.app_id} and office_id is not distinct from ${office}::int`,
    )
    await tx.execute(sql`
      insert into app_binding (app_id, office_id, role, client_id, place_id, level)
      select ${save.app_id}, ${office}::int, l.role, l.client, l.place, l.level
      from unnest(${lines.map(({ role }) => role)}::int[], ${lines.map(({ clientId }) => clientId)}::int[],
        ${lines.map(({ placeId }) => placeId)}::int[], ${lines.map(({ level }) => level)}::int[])
        l (role, client, place, level)`)
    await note(tx, {
      by: actor.identityId,
      action: 'app.bound',
      facts: { app: save.app_id, lines: isGone ? null : lines },
    })
  })
  return true
}
