import type { AnyRecord, Step } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { routeOf, type Route, type RouteStep, type Station } from '../../../catalogue/flows/review.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Database, Owner, Queryable } from '../engine.ts'

/**
 * Brings the flow table up to the catalogue: the declared chain becomes a new version when no version was ever published
 * from elsewhere. What runs finishes on the steps frozen with it.
 */
export async function publishChains(db: Database, records: Readonly<Record<string, AnyRecord>>): Promise<void> {
  for (const definition of Object.values(records)) {
    if (!definition.chain) continue
    await db.query(sql`
      insert into flow (type, version, chain) values (${definition.name}, 1, ${sql.json(definition.chain)})
      on conflict do nothing`)
  }
}

/** The chain in force for a type, with its version. */
export async function chainOf(db: Queryable, definition: AnyRecord): Promise<{ version: number; chain: readonly Step[] }> {
  const row = await db.maybeOne<{ version: number; chain: Step[] }>(sql`
    select version, chain from flow where type = ${definition.name} order by version desc limit 1`)
  return row ?? { version: 0, chain: definition.chain ?? [] }
}

/** Institutions above the owner, by level. Staffed means: somebody other than the submitter can act there. */
export async function stationsOf(db: Queryable, owner: Owner, submitterPerson: number): Promise<Station[]> {
  const ids = [owner.institutionId, owner.districtId, owner.cityId, owner.provinceId].filter((id) => id !== null)
  return db.query<Station>(sql`
    select case i.level when 'district' then 'area' else i.level end as level, i.id as "institutionId", i.name as institution,
      exists (select 1 from identity a where a.institution_id = i.id and a.state = ${sql.lit('enabled')} and a.person_id <> ${submitterPerson}
        and a.role = case i.level when 'school' then 3 when 'district' then 4 when 'city' then 5 else 6 end) as staffed
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
    chainOf(db, definition),
    stationsOf(db, owner, submitterPerson),
  ])
  return { route: routeOf(chain, values, stations), flowVersion: version }
}

/** The steps of a route, none where the chain asks for no review of such values; or the failure that nobody above can review. */
export function requireSteps(route: Route): readonly RouteStep[] {
  if ('noHolderFor' in route) throw new AppError('noHolder')
  return route.steps
}
