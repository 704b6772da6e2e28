import type { Actor } from '../../../catalogue/access/access.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { placeWithin, type Place } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { sql } from '../../platform/db/sql.ts'
import type { QueryRequest } from './statement/asked.ts'

/** Most institutions whose share of the found people one answer has. */
export const mostPlaces = 100

export async function placeOf(engine: Engine, actor: Actor, id: number): Promise<Place> {
  try {
    return await placeWithin(engine.db, actor, id)
  } catch {
    throw invalid('place', '范围内没有该单位')
  }
}

/** The name of the place that is looked at, as a sentence says it. */
export async function placeName({ engine, actor, query }: QueryRequest): Promise<string> {
  const id = query.place ?? actor.institutionId
  const { name, level } = await engine.db.one<{ name: string; level: string }>(
    sql`select name, level from institution where id = ${id}`,
  )
  return level === 'school' || level === 'centre' ? name : `${name}（含下级）`
}
