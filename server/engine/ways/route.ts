import type { Place } from '../../../catalogue/access/access.ts'
import type { AnyRecord, Step } from '../../../catalogue/define.ts'
import type { Reviewed } from '../../../catalogue/flows/reviewed.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { routeOf, type Route, type RouteStep, type Station } from '../../../catalogue/flows/review.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Database, Owner, Queryable } from '../engine.ts'

/**
 * Brings the flow table up to the catalogue: the declared chain becomes version 1 of a type that has none.
 * What people published later stays in force. What runs finishes on the steps frozen with it.
 */
export async function publishChains(
  db: Database,
  reviewed: Readonly<Record<string, Reviewed>>,
): Promise<void> {
  for (const definition of Object.values(reviewed)) {
    await db.query(sql`
      insert into flow (type, version, chain) values (${definition.name}, 1, ${sql.json(definition.chain)})
      on conflict do nothing`)
  }
}

/** A chain with its version, and whose it is: a city's own, or everybody's (null). */
export interface ChainInForce {
  readonly version: number
  readonly chain: readonly Step[]
  readonly cityId: number | null
}

/** The city whose own chains an owner stands under: only where no district lies between them. */
export const cityOver = (owner: Pick<Owner, 'districtId' | 'cityId'>): number | null =>
  owner.districtId === null ? owner.cityId : null

/**
 * The chain in force for a type: the newest of the city, if it has one and did not give it up, else the
 * newest of all.
 * @param cityId the city directly over the owner, null for none
 */
export async function chainOf(
  db: Queryable,
  definition: Pick<AnyRecord | Reviewed, 'name' | 'chain'>,
  cityId: number | null,
): Promise<ChainInForce> {
  const newest = (scope: Sql) => sql`
    (select version, chain, city_id as "cityId"
      from flow
      where type = ${definition.name} and ${scope}
      order by version desc
      limit 1)`
  const row = await db.maybeOne<ChainInForce>(sql`
    select * from (${newest(sql`city_id = ${cityId}`)} union all ${newest(sql`city_id is null`)}) newest
    where chain is not null order by "cityId" nulls last limit 1`)
  return row ?? { version: 0, chain: definition.chain ?? [], cityId: null }
}

/**
 * Institutions above the owner, by level. Staffed means: somebody other than the submitter can act there.
 * @param beside roles that act there beside the level's own
 */
export async function stationsOf(
  db: Queryable,
  owner: Place,
  submitterPerson: number,
  beside: readonly number[] = [],
): Promise<Station[]> {
  const ids = [owner.institutionId, owner.districtId, owner.cityId, owner.provinceId].filter(
    (id) => id !== null,
  )
  return db.query<Station>(sql`
    select case i.level when 'district' then 'area' else i.level end as level, i.id as "institutionId",
      i.name as institution,
      exists (select 1
        from identity a
        where a.institution_id = i.id
          and a.state = ${sql.lit('enabled')}
          and a.person_id <> ${submitterPerson}
        and (a.role = case i.level when 'school' then 3 when 'district' then 4 when 'city' then 5 else 6 end
            or a.role = any(${beside}::int[]))) as staffed
    from institution i
    where i.id = any(${ids}::int[]) and i.level in ('school', 'district', 'city', 'province')`)
}

/** The route a submission of these values would take now. */
export async function routeFor(
  db: Queryable,
  definition: AnyRecord,
  owner: Owner,
  submitterPerson: number,
  values: Readonly<Record<string, unknown>>,
): Promise<{ route: Route; flowVersion: number }> {
  const [{ version, chain }, stations] = await Promise.all([
    chainOf(db, definition, cityOver(owner)),
    stationsOf(db, owner, submitterPerson),
  ])
  return { route: routeOf(chain, values, stations), flowVersion: version }
}

/**
 * The steps of a route, none where the chain asks for no review of such values; or the failure that nobody
 * above can review.
 */
export function requireSteps(route: Route): readonly RouteStep[] {
  if ('noHolderFor' in route) throw new AppError('noHolder')
  return route.steps
}
