import type { Actor } from '../../../../catalogue/access/access.ts'
import { areaName } from '../../../../catalogue/areas/areas.ts'
import type { PairMap } from '../../../../catalogue/contract/support.ts'
import { lateLights } from '../../../../catalogue/teaching/studio-lights.ts'
import type { Queryable } from '../../../engine/engine.ts'
import { readable } from '../../../engine/processes/index.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import { agreementRows } from './agreement.ts'
import { litGoals } from './lights.ts'

interface SidedRow {
  readonly id: string
  readonly supporter: number
  readonly supported: number
}

/** Areas that a map shows: beyond them a picture is no longer read. */
const mostAreas = 40

/**
 * Which area supports which: agreements that concern the office and are carried out, by the districts of a city, or by
 * the cities for a province. What lies outside the own city stands for its whole city.
 */
export async function pairMapOf(db: Queryable, actor: Actor): Promise<PairMap> {
  const running = sql`${readable(actor)} and k.state = 'active'`
  const [rows, lit] = await Promise.all([
    db.query<SidedRow>(sql`
      select k.id, ${areaOf('a', actor)} as supporter, ${areaOf('b', actor)} as supported
      from ${agreementRows} where k.type = 'pairAgreement' and ${running} and a.id is not null and b.id is not null`),
    litGoals(db, running),
  ])
  const late = new Set(
    lit.flatMap(({ caseId, light }) => (light && lateLights.includes(light) ? caseId : [])),
  )
  const ways = [...Map.groupBy(rows, ({ supporter, supported }) => `${supporter} ${supported}`).values()]
    .flatMap((of) => {
      const [first] = of
      return first
        ? [
            {
              from: first.supporter,
              to: first.supported,
              agreements: of.length,
              late: of.filter(({ id }) => late.has(id)).length,
            },
          ]
        : []
    })
    .toSorted((a, b) => b.agreements - a.agreements || a.from - b.from || a.to - b.to)
  const ids = [...new Set(ways.flatMap(({ from, to }) => [from, to]))].slice(0, mostAreas)
  const names = await db.query<{ id: number; name: string; code: string | null }>(sql`
    select id, name, area_code as code from institution where id = any(${ids}::int[])`)
  const nameOf = new Map(names.map(({ id, name, code }) => [id, code === null ? name : areaName(code)]))
  return {
    areas: ids.map((id) => ({
      id,
      // Schools right below a city belong to none of its districts.
      name: id === actor.institutionId ? `${nameOf.get(id) ?? ''}本级` : (nameOf.get(id) ?? ''),
      supports: ways.filter(({ from }) => from === id).reduce((sum, { agreements }) => sum + agreements, 0),
      supported: ways.filter(({ to }) => to === id).reduce((sum, { agreements }) => sum + agreements, 0),
    })),
    ways: ways.filter(({ from, to }) => ids.includes(from) && ids.includes(to)),
  }
}

/** The area of the institution of an alias, as the office's map has it. */
function areaOf(alias: 'a' | 'b', { role, institutionId }: Actor): Sql {
  const of = (column: string) => sql.id(alias, column)
  const city = sql`case when ${of('level')} = 'city' then ${of('id')} else coalesce(${of('city_id')}, ${of('province_id')}, ${of('id')}) end`
  if (role === 6) return city
  return sql`case when ${of('city_id')} = ${institutionId} or ${of('id')} = ${institutionId}
    then case when ${of('level')} = 'district' then ${of('id')} else coalesce(${of('district_id')}, ${institutionId}) end
    else ${city} end`
}
