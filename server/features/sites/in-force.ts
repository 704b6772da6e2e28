import { areaLineage } from '../../../catalogue/areas/areas.ts'
import type { CentreKind } from '../../../catalogue/sites/blocks.ts'
import { emptySite, type CentrePart } from '../../../catalogue/sites/body.ts'
import { merged, type SiteInForce, type SiteLayer } from '../../../catalogue/sites/merged.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AnswerShelves } from '../../platform/http/kept.ts'

/** The clients that are on, with what is in force of their sites. */
export interface Sites {
  /** By the domain that a visitor came by. */
  readonly at: (host: string) => Promise<SiteInForce | undefined>
  readonly of: (clientId: number) => Promise<SiteInForce | undefined>
  /** What would be in force if a client said this. */
  readonly with: (clientId: number, layer: SiteLayer) => Promise<SiteInForce | undefined>
  /** What the site of a centre says of it, by the letters of its fixed route or by its area. */
  readonly centre: (asked: AskedCentre, kind: CentreKind) => Promise<CentreTold | undefined>
}

export interface AskedCentre {
  readonly letters?: string | undefined
  readonly area?: string | undefined
}

interface CentreTold {
  readonly name: string
  readonly areaCode: string
  readonly parts: readonly CentrePart[]
}

interface Row {
  readonly clientId: number
  readonly name: string
  readonly logo: string | null
  readonly areaCode: string
  readonly domain: string | null
  readonly body: SiteLayer | null
  readonly office: SiteInForce['office']
}

/** All clients that are on. Texts of centres stay out: they are long, and asked for alone. */
const readRows = (db: Queryable): Promise<Row[]> =>
  db.query<Row>(sql`
    select k.id as "clientId", k.name, k.logo_file as logo, k.area_code as "areaCode", k.domain,
      s.body - 'centre' as body, o.office
    from client k
    left join client_site s on s.client_id = k.id and s.state = 'inForce'
    left join lateral (
      select jsonb_build_object('id', i.id, 'path',
          array_remove(array[i.province_id, i.city_id, i.district_id], null)) as office
      from institution i
      where i.level in ('province', 'city', 'district') and left(i.area_code, 6) = k.area_code
        and i.closed_on is null
      order by i.id
      limit 1) o on true
    where k.enabled and coalesce(k.starts_on <= current_date, true)
      and coalesce(k.ends_on >= current_date, true)
    order by k.id`)

/** The site of one client over those of the areas above its own, the nearest first. */
function inForce(rows: readonly Row[], { body, ...row }: Row, told: SiteLayer | null): SiteInForce {
  const above = areaLineage(row.areaCode)
    .toReversed()
    .slice(1)
    .flatMap((area) => rows.find((one) => one.areaCode === area && one.body !== null)?.body ?? [])
  const own = told ?? body
  return { ...row, isSite: own !== null, parts: own === null ? emptySite : merged([own, ...above]) }
}

/**
 * Keeps what is in force for some seconds, so that no request waits for it: every one asks whose domain it
 * came by.
 */
export function openSites(db: Queryable, keeping: AnswerShelves): Sites {
  const shelf = keeping.open<readonly Row[]>(1)
  const rows = () => shelf.get('', () => readRows(db))
  const found = async (fits: (row: Row) => boolean, told: SiteLayer | null = null) => {
    const all = await rows()
    const row = all.find(fits)
    return row && inForce(all, row, told)
  }
  return {
    at: (host) => found(({ domain }) => domain === host.toLowerCase()),
    of: (clientId) => found((row) => row.clientId === clientId),
    with: (clientId, layer) => found((row) => row.clientId === clientId, layer),
    centre: ({ letters, area }, kind) => {
      const which = letters === undefined ? sql`k.area_code = ${area ?? ''}` : sql`k.letters = ${letters}`
      return db.maybeOne<CentreTold>(sql`
        select k.name, k.area_code as "areaCode", coalesce(s.body -> 'centre' -> ${kind}::text, '[]') as parts
        from client k
        left join client_site s on s.client_id = k.id and s.state = 'inForce'
        where ${which} and k.enabled and coalesce(k.starts_on <= current_date, true)
          and coalesce(k.ends_on >= current_date, true)
        order by s.client_id is null, k.letters is null, k.id
        limit 1`)
    },
  }
}
