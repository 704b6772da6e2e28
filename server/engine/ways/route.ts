import type { Place } from '../../../catalogue/access/access.ts'
import type { Step } from '../../../catalogue/define.ts'
import type { ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { routeOf, type Route, type RouteStep, type Station } from '../../../catalogue/flows/review.ts'
import { stepsAbove } from '../../../catalogue/flows/way.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Database, Queryable, Tx } from '../engine.ts'

/**
 * Writes the declared chain of each type into the flow table: as version 1, and as a further version where a
 * release declares another one. Chains that people published stay in force; items under way finish on the
 * steps frozen with them.
 */
export async function publishChains(
  db: Database,
  reviewed: Readonly<Record<string, ReviewedType>>,
): Promise<void> {
  for (const definition of Object.values(reviewed)) {
    await db.query(sql`
      insert into flow (type, version, chain)
      select ${definition.name}, coalesce(max(version), 0) + 1, ${sql.json(definition.chain)}::jsonb
      from flow
      where type = ${definition.name}
      having coalesce((array_agg(published_by is null and chain <> ${sql.json(definition.chain)}::jsonb
          order by version desc) filter (where city_id is null))[1], true)
      on conflict do nothing`)
  }
}

/** A type and its chain as declared, empty where the type is not reviewed. */
export type ChainedType = Pick<ReviewedType, 'name' | 'chain'>
/** A chain that people publish for a city, or with `cityId` null for the province. */
export interface PublishedChain {
  readonly type: string
  /** Null gives a city's own chain up. */
  readonly chain: readonly Step[] | null
  readonly cityId: number | null
  /** The identity that publishes it. */
  readonly by: number
  readonly note: string
}

/**
 * Adds a version of a type's chain; returns its number. Only one transaction per type may do so at a time.
 */
export async function addChainVersion(
  tx: Tx,
  { type, chain, cityId, by, note }: PublishedChain,
): Promise<number> {
  const { version } = await tx.one<{ version: number }>(sql`
    insert into flow as f (type, version, chain, city_id, published_by, note)
    select ${type}, coalesce(max(o.version), 0) + 1,
      ${chain === null ? sql`null::jsonb` : sql.json(chain)},
      ${cityId}::int, ${by}, ${note}
      from flow o
      where o.type = ${type}
      returning f.version`)
  return version
}

/** A chain with its version. `cityId` is null for the chain of the whole province. */
export interface ChainInForce {
  readonly version: number
  readonly chain: readonly Step[]
  readonly cityId: number | null
}

/** The city whose own chains hold for an owner: only for owners directly under the city. Null for others. */
export const cityOver = (owner: Pick<Place, 'districtId' | 'cityId'>): number | null =>
  owner.districtId === null ? owner.cityId : null

/**
 * The chain in force for a type: the newest of the city, unless the city gave its chain up; else the newest
 * of the province.
 * @param cityId the city directly over the owner, null for none
 */
export async function chainOf(
  db: Queryable,
  definition: ChainedType,
  cityId: number | null,
): Promise<ChainInForce> {
  return (await chainsOf(db, [definition], cityId)).of(definition)
}

/**
 * A version of a type's chain, as it was frozen with an item; as declared for one that was never published.
 */
export async function chainFrozen(
  db: Queryable,
  { name, chain }: ChainedType,
  version: number,
): Promise<ChainInForce> {
  const kept = await db.maybeOne<Omit<ChainInForce, 'version'>>(sql`
    select chain, city_id as "cityId" from flow where type = ${name} and version = ${version}`)
  return { version, chain, cityId: null, ...kept }
}

/** The chains in force for several types, in one statement; as `chainOf`. */
export async function chainsOf(
  db: Queryable,
  definitions: readonly ChainedType[],
  cityId: number | null,
): Promise<{ readonly of: (definition: ChainedType) => ChainInForce }> {
  const newest = (scope: Sql) => sql`
    (select version, chain, city_id as "cityId"
      from flow
      where type = asked.type and ${scope}
      order by version desc
      limit 1)`
  const rows = await db.query<ChainInForce & { type: string }>(sql`
    select asked.type, inforce.*
    from unnest(${definitions.map(({ name }) => name)}::text[]) asked (type)
    cross join lateral (
      select * from (${newest(sql`city_id = ${cityId}`)} union all ${newest(sql`city_id is null`)}) newest
      where chain is not null order by "cityId" nulls last limit 1) inforce`)
  return {
    of: ({ name, chain }) => {
      const row = rows.find(({ type }) => type === name)
      return row
        ? { version: row.version, chain: row.chain, cityId: row.cityId }
        : { version: 0, chain, cityId: null }
    },
  }
}

/**
 * Institutions above the owner, by level. An institution is staffed when somebody other than the submitter
 * can act there.
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

/** What is submitted: the type with its chain, the values, and where from. */
export interface Submission {
  readonly reviewed: ChainedType
  /** Where the owner stands in the tree. */
  readonly place: Place
  /** The person who submits; they review nothing of their own. */
  readonly submitter: number
  readonly values: Readonly<Record<string, unknown>>
  /** Set where an office submits its own work: only the levels above it review. */
  readonly office?: {
    readonly institutionId: number
    /** A second person of the office agrees first. */
    readonly second: boolean
    /** Roles that act at an institution beside the level's own. */
    readonly beside: readonly number[]
  }
}

/** The route a submission would take now, and the version of the chain it follows. */
export async function routeFor(
  db: Queryable,
  { reviewed, place, submitter, values, office }: Submission,
): Promise<{ route: Route; flowVersion: number }> {
  const [{ version, chain }, stations] = await Promise.all([
    chainOf(db, reviewed, cityOver(place)),
    stationsOf(db, place, submitter, office?.beside),
  ])
  return {
    route: routeOf(office ? chainOfOffice(chain, stations, office) : chain, values, stations),
    flowVersion: version,
  }
}

function chainOfOffice(
  chain: readonly Step[],
  stations: readonly Station[],
  office: NonNullable<Submission['office']>,
): Step[] {
  const own =
    stations.find(({ institutionId }) => institutionId === office.institutionId)?.level ?? 'province'
  return [...(office.second ? [{ level: own }] : []), ...stepsAbove(chain, own)]
}

/**
 * The steps of a route. They are empty where the chain asks for no review of such values. Fails with noHolder
 * where nobody above can review.
 */
export function requireSteps(route: Route): readonly RouteStep[] {
  if ('noHolderFor' in route) throw new AppError('noHolder')
  return route.steps
}
