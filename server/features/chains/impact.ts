import type { Actor } from '../../../catalogue/access/access.ts'
import type { ChainImpact } from '../../../catalogue/contract/chains.ts'
import type { AnyRecord, Step } from '../../../catalogue/define.ts'
import { routeOf, type Station } from '../../../catalogue/flows/review.ts'
import { cityOver, stationsOf } from '../../engine/flows/route.ts'
import type { Queryable } from '../../engine/engine.ts'
import { sql } from '../../platform/db/sql.ts'
import { inChainScope, scopeOfChains } from './store.ts'

interface School {
  name: string
  institutionId: number
  districtId: number | null
  cityId: number | null
  provinceId: number | null
}

/** A school of each kind in the actor's scope: with a district over it, and directly under a city. The one with the lowest number. */
async function examples(db: Queryable, actor: Actor): Promise<School[]> {
  const city = scopeOfChains(actor)
  const scope = city === null ? sql`province_id = ${actor.institutionId}` : sql`city_id = ${city} and district_id is null`
  return db.query<School>(sql`
    select distinct on (district_id is null) name, id as "institutionId", district_id as "districtId", city_id as "cityId",
      province_id as "provinceId" from institution where level = 'school' and closed_on is null and ${scope} order by district_id is null, id`)
}

/** Open items by the version they run on; the number people know belongs to whoever published it. */
async function openByVersion(db: Queryable, actor: Actor, type: string): Promise<ChainImpact['open']> {
  const rows = await db.query<{ version: number; count: number; no: number | null; city: string | null }>(sql`
    with mine as (select v.flow_version as version, count(*)::int as count from revision v
        where v.type = ${type} and v.state = 'inReview' and ${inChainScope(actor)} group by 1),
      numbered as (select version, city_id, row_number() over (partition by city_id order by version)::int as no from flow where type = ${type})
    select coalesce(mine.version, 0) as version, mine.count, n.no, i.name as city
    from mine left join numbered n on n.version = mine.version left join institution i on i.id = n.city_id order by mine.version desc`)
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
    select i.name from (select distinct on (city_id) city_id, chain from flow where type = ${type} and city_id is not null
      order by city_id, version desc) f join institution i on i.id = f.city_id and i.province_id = ${actor.institutionId}
    where f.chain is not null order by i.id`)
  return rows.map(({ name }) => name)
}

function waysOf(chain: readonly Step[], school: School, stations: readonly Station[]): ChainImpact['ways'] {
  const conditional = chain.some((step) => step.when)
  const way = (when: 'always' | 'holds' | 'fails'): ChainImpact['ways'][number] => {
    const taken = chain.filter((step) => when !== 'fails' || !step.when).map(({ level }) => ({ level }))
    const route = routeOf(taken, {}, stations)
    const steps = 'steps' in route ? route.steps.map(({ level, institution, standsFor }) => ({ level, institution, standsFor: [...standsFor] })) : []
    return {
      institution: school.name,
      kind: cityOver(school) === null ? '县区所属学校' : '市直属学校',
      when,
      steps,
      noHolderFor: 'noHolderFor' in route ? route.noHolderFor : null,
    }
  }
  return conditional ? [way('holds'), way('fails')] : [way('always')]
}

/** What publishing this chain would mean: who keeps running on what, and which way the next submissions take. Writes nothing. */
export async function impactOf(db: Queryable, actor: Actor, definition: AnyRecord, chain: readonly Step[]): Promise<ChainImpact> {
  const [open, ownCities, schools] = await Promise.all([
    openByVersion(db, actor, definition.name),
    citiesWithOwn(db, actor, definition.name),
    examples(db, actor),
  ])
  // Nobody in particular submits, so everybody at a level counts as able to act.
  const stations = await Promise.all(schools.map((school) => stationsOf(db, school, 0)))
  return { open, ownCities, ways: schools.flatMap((school, i) => waysOf(chain, school, stations[i] ?? [])) }
}
