import type { Actor } from '../../../catalogue/access/access.ts'
import type { ChainImpact } from '../../../catalogue/contract/archive/chains.ts'
import type { Level, Step } from '../../../catalogue/define.ts'
import { levelLabels, levels, routeOf, type Station } from '../../../catalogue/flows/review.ts'
import type { ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import { stepsAbove } from '../../../catalogue/flows/way.ts'
import { cityOver, stationsOf } from '../../engine/ways/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { inChainScope, scopeOfChains, underReview } from './store.ts'

interface Owner {
  name: string
  level: Level
  institutionId: number
  districtId: number | null
  cityId: number | null
  provinceId: number | null
}

/**
 * Who hands in, in the actor's scope: a school of each kind (with a district over it, and directly under a
 * city), and an office of each level that writes. The one with the lowest number.
 */
async function examples(db: Queryable, actor: Actor, definition: ReviewedType): Promise<Owner[]> {
  const city = scopeOfChains(actor)
  const scope =
    city === null ? sql`province_id = ${actor.institutionId}` : sql`city_id = ${city} and district_id is null`
  const rows = await db.query<Owner>(sql`
    select distinct on (level, district_id is null) name,
      case level when 'district' then 'area' else level end as level, id as "institutionId",
      district_id as "districtId", city_id as "cityId", province_id as "provinceId"
    from institution
    where level in ('school', 'district', 'city', 'province') and closed_on is null and ${scope}
    order by level, district_id is null, id`)
  return rows
    .filter(({ level }) => definition.writers.includes(level))
    .toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
}

/** Open items by the version they run on; the number people know belongs to whoever published it. */
async function openByVersion(db: Queryable, actor: Actor, type: string): Promise<ChainImpact['open']> {
  const rows = await db.query<{ version: number; count: number; no: number | null; city: string | null }>(sql`
    with mine as (select v.flow_version as version, count(*)::int as count
      from ${underReview}
      where v.type = ${type} and ${inChainScope(actor)}
      group by 1),
      numbered as (select version, city_id, row_number() over (partition by city_id
          order by version)::int as no
        from flow
        where type = ${type})
    select coalesce(mine.version, 0) as version, mine.count, n.no, i.name as city
    from mine
    left join numbered n on n.version = mine.version
    left join institution i on i.id = n.city_id
    order by mine.version desc`)
  return rows.map(({ version, count, no, city }) => ({
    version,
    count,
    label: no === null ? '最初的流程' : city === null ? `省第 ${no} 版` : `${city}第 ${no} 版`,
  }))
}

/** Cities, within the actor's scope, that follow a chain of their own. */
async function citiesWithOwn(db: Queryable, actor: Actor, type: string): Promise<string[]> {
  if (scopeOfChains(actor) !== null) return []
  const rows = await db.query<{ name: string }>(sql`
    select i.name
    from (select distinct on (city_id) city_id, chain from flow where type = ${type} and city_id is not null
      order by city_id, version desc) f
      join institution i on i.id = f.city_id and i.province_id = ${actor.institutionId}
    where f.chain is not null order by i.id`)
  return rows.map(({ name }) => name)
}

const kindOf = (owner: Owner) =>
  owner.level !== 'school'
    ? levelLabels[owner.level]
    : cityOver(owner) === null
      ? '县区所属学校'
      : '市直属学校'

function waysOf(
  { from }: ReviewedType,
  whole: readonly Step[],
  owner: Owner,
  stations: readonly Station[],
): ChainImpact['ways'] {
  // What is handed in on a level is reviewed above it; archives begin at the school itself.
  const chain = from === 'school' ? whole : stepsAbove(whole, owner.level)
  const conditional = chain.some((step) => step.when)
  const way = (when: 'always' | 'holds' | 'fails'): ChainImpact['ways'][number] => {
    const taken = chain.filter((step) => when !== 'fails' || !step.when).map(({ level }) => ({ level }))
    const route = routeOf(taken, {}, stations)
    const steps =
      'steps' in route
        ? route.steps.map(({ level, institution, standsFor }) => ({
            level,
            institution,
            standsFor: [...standsFor],
          }))
        : []
    return {
      institution: owner.name,
      kind: kindOf(owner),
      when,
      steps,
      noHolderFor: 'noHolderFor' in route ? route.noHolderFor : null,
    }
  }
  return conditional ? [way('holds'), way('fails')] : [way('always')]
}

/**
 * What publishing this chain would mean: who keeps running on what, and which way the next submissions take.
 * Writes nothing.
 */
export async function impactOf(
  db: Queryable,
  actor: Actor,
  definition: ReviewedType,
  chain: readonly Step[],
): Promise<ChainImpact> {
  const [open, ownCities, owners] = await Promise.all([
    openByVersion(db, actor, definition.name),
    citiesWithOwn(db, actor, definition.name),
    examples(db, actor, definition),
  ])
  // Nobody in particular submits, so everybody at a level counts as able to act.
  const stations = await Promise.all(owners.map((owner) => stationsOf(db, owner, 0)))
  return {
    open,
    ownCities,
    ways: owners.flatMap((owner, i) => waysOf(definition, chain, owner, stations[i] ?? [])),
  }
}
