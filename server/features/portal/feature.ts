import type { FastifyRequest } from 'fastify'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import type { CentreKind } from '../../../catalogue/sites/blocks.ts'
import type { CentrePart } from '../../../catalogue/sites/body.ts'
import type { SiteInForce } from '../../../catalogue/sites/merged.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { PublishingNeeds, Readers } from '../../engine/publishing/index.ts'
import type { AnswerShelf } from '../../platform/http/kept.ts'
import type { PackedText } from '../../platform/http/packed.ts'

/** Dependencies of the feature, from `app`. */
export interface Portal extends PublishingNeeds {
  /** Names of those who agreed to be named beside the author of a content. */
  readonly namedBeside: (contentId: number) => Promise<readonly string[]>
  /**
   * The portal's address as it may be named to visitors, without a trailing slash; null: it may not be named.
   */
  readonly originOf: (request: FastifyRequest) => Promise<string | null>
  readonly sites: {
    /** The client whose domain a visitor came by, and the one with a number. */
    readonly at: (host: string) => Promise<SiteInForce | undefined>
    readonly of: (clientId: number) => Promise<SiteInForce | undefined>
    /** What a centre says of itself, by the letters of its fixed route or by its area. */
    readonly centre: (
      asked: { readonly letters?: string | undefined; readonly area?: string | undefined },
      kind: CentreKind,
    ) => Promise<
      { readonly name: string; readonly areaCode: string; readonly parts: readonly CentrePart[] } | undefined
    >
  }
  /** Where people sign in, without a trailing slash; undefined: at whatever address the portal is opened. */
  readonly publicOrigin: string | undefined
  /** The client for whose domain pages are made; undefined for the region's. */
  readonly client?: SiteInForce | undefined
  readonly readers: Readers
  /** Answers that are the same for many, ready to be sent. */
  readonly answers: AnswerShelf<PackedText>
}

/** Condition, beginning with `and`, that `content c` stands on a site; empty where its column says nothing. */
function placedBy({ office, parts }: SiteInForce): (definition: AnyContent) => Sql {
  return ({ name }) => {
    const column = parts.columns?.find(({ type }) => type === name)
    if (!column) return sql.empty
    if (column.from === 'chosen') return sql`and c.id = any(${column.chosen}::int[])`
    if (office === null) return sql`and false`
    const own = sql`${office.id}::int in (c.institution_id, c.district_id, c.city_id, c.province_id)`
    return column.from === 'own'
      ? sql`and ${own}`
      : sql`and (${own} or c.institution_id = any(${[...office.path]}::int[]))`
  }
}

/** The portal as the visitors of a client's domain find it: with its name, and its contents alone. */
export function onSite(feature: Portal, client: SiteInForce | null | undefined): Portal {
  if (!client) return feature
  return client.isSite ? { ...feature, client, placed: placedBy(client) } : { ...feature, client }
}
