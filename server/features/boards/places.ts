import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import { areaName } from '../../../catalogue/areas/areas.ts'
import type { ScreenPlace, ScreenQuery } from '../../../catalogue/contract/analysis/boards.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { BoardPlace } from './needs.ts'

/** Places that have a board: authorities. */
const levels = ['province', 'city', 'district'] as const
type Level = (typeof levels)[number]

interface Row {
  readonly id: number
  readonly name: string
  readonly level: Level
  readonly area_code: string
}

const columns = { province: 'province_id', city: 'city_id', district: 'district_id' } as const

const placeOf = ({ id, name, level, area_code: code }: Row): BoardPlace => ({
  id,
  name,
  kind: level,
  area: areaName(code),
  column: columns[level],
})

const authorities = (where: Sql): Sql => sql`
  select i.id, i.name, i.level, i.area_code
  from institution i
  where i.level = any(${[...levels]}::text[]) and i.closed_on is null and ${where}
  order by case i.level when 'province' then 0 when 'city' then 1 else 2 end, i.area_code, i.id
  limit 200`

/**
 * The authority a board is asked for, in the actor's scope; the own one where none is named. AppError
 * `missing` outside.
 */
export async function placeFor(
  db: Queryable,
  actor: Actor,
  { institution, area_code: code }: Pick<ScreenQuery, 'institution' | 'area_code'>,
): Promise<BoardPlace> {
  const own = scopeOf(actor)
  if (own === null) throw new AppError('forbidden')
  if (institution === undefined && code !== undefined) {
    const [row] = await db.query<Row>(
      authorities(sql`i.area_code = ${code} and ${institutionsInScope(actor, 'i')}`),
    )
    if (!row) throw invalid('area_code', '范围内没有该区划')
    return placeOf(row)
  }
  const [row] = await db.query<Row>(
    authorities(sql`i.id = ${institution ?? own.value} and ${institutionsInScope(actor, 'i')}`),
  )
  if (!row) throw new AppError('missing')
  return placeOf(row)
}

/** Authorities one step below a place. */
export async function placesBelow(db: Queryable, { id }: ScreenPlace): Promise<BoardPlace[]> {
  return (await db.query<Row>(authorities(sql`i.parent_id = ${id}`))).map(placeOf)
}

/** From an office down to a place below it, both included. */
export async function pathBetween(
  db: Queryable,
  officeId: number,
  { id }: ScreenPlace,
): Promise<BoardPlace[]> {
  const rows = await db.query<Row>(
    authorities(sql`exists (
        select 1
        from institution p
        where p.id = ${id} and i.id in (p.province_id, p.city_id, p.district_id))`),
  )
  const path = rows.map(placeOf)
  const from = path.findIndex((one) => one.id === officeId)
  return from < 0 ? path.filter((one) => one.id === id) : path.slice(from)
}
