import type { FactScope } from '../../../catalogue/contract/account/sign-on.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** An institution that bounds what is told, with its level. */
interface FeedBound {
  readonly id: number
  readonly level: string
}

/** An agreement that holds today. */
export interface Feed {
  readonly app: string
  readonly placeId: number
  readonly facts: readonly FactScope[]
  /** What is told lies below all of these: the place of the agreement, and that of the token. */
  readonly bounds: readonly FeedBound[]
}

interface Row extends Omit<Feed, 'bounds'> {
  readonly level: string
  readonly within: number
  readonly within_level: string
}

/** Condition that agreement `f` and its app hold today. */
const holds = sql`f.enabled and f.until >= current_date and p.enabled`

const feedFrom = (row: Row | undefined): Feed | undefined => {
  if (!row) return undefined
  const { level, within, within_level: withinLevel, ...feed } = row
  const own = { id: feed.placeId, level }
  return { ...feed, bounds: within === own.id ? [own] : [own, { id: within, level: withinLevel }] }
}

/** The agreement of an app; undefined where none holds. */
export async function feedOf(db: Queryable, app: string): Promise<Feed | undefined> {
  return feedFrom(
    await db.maybeOne<Row>(sql`
      select f.app_id as app, f.place_id as "placeId", f.facts, i.level, i.id as within, i.level as within_level
      from roster_feed f
      join app p on p.id = f.app_id
      join institution i on i.id = f.place_id
      where f.app_id = ${app} and ${holds}`),
  )
}

/**
 * The agreement of a token's app, within the institution that the token was given for; undefined where none
 * holds.
 */
export async function feedOfToken(db: Queryable, token: number): Promise<Feed | undefined> {
  return feedFrom(
    await db.maybeOne<Row>(sql`
      select f.app_id as app, f.place_id as "placeId", f.facts, i.level, w.id as within, w.level as within_level
      from api_token t
      join roster_feed f on f.app_id = t.app_id
      join app p on p.id = f.app_id
      join institution i on i.id = f.place_id
      join institution w on w.id = t.place_id
      where t.id = ${token} and ${holds}`),
  )
}

const columns: Readonly<Record<string, string>> = {
  province: 'province_id',
  city: 'city_id',
  district: 'district_id',
}

/**
 * Condition that row `alias` lies below all the bounds: one equality for each, so that the indexes by place
 * serve.
 * @param own the column of the institution itself
 */
export const below = (alias: string, { bounds }: Feed, own: 'institution_id' | 'id'): Sql =>
  sql`(${sql.join(
    bounds.map(({ id, level }) => sql`${sql.id(alias, columns[level] ?? own)} = ${id}`),
    ' and ',
  )})`
