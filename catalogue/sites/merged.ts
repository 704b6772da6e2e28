import type { SiteBody, SiteBrand } from './body.ts'

/** What is in force of a site, without the texts of its centre, which are never handed down. */
export type SiteLayer = Omit<SiteBody, 'centre'>

const keys = ['name', 'runBy', 'logo', 'palette', 'foot', 'filingNo'] as const

/**
 * One site of several, the nearest first: each part of the first that has it, the brand by its single facts.
 * A name is never handed down: a site below would go by the name of another office.
 */
export function merged(layers: readonly SiteLayer[]): SiteLayer {
  const first = <K extends keyof SiteLayer>(key: K): SiteLayer[K] | null =>
    layers.find((layer) => layer[key] !== null)?.[key] ?? null
  const facts = keys.map((key) => [
    key,
    key === 'name' || key === 'runBy'
      ? (layers[0]?.brand[key] ?? null)
      : (layers.find(({ brand }) => brand[key] !== null)?.brand[key] ?? null),
  ])
  return {
    brand: Object.fromEntries(facts) as SiteBrand,
    nav: first('nav'),
    home: first('home'),
    columns: first('columns'),
  }
}

/** The site, or only name and mark, of a client that is on. */
export interface SiteInForce {
  readonly clientId: number
  readonly name: string
  readonly logo: string | null
  readonly areaCode: string
  readonly domain: string | null
  /** Whether a version of its own is in force: then its domain shows public pages and nothing else. */
  readonly isSite: boolean
  /** The office of its area, with the offices above it; null where the area has none. */
  readonly office: { readonly id: number; readonly path: readonly number[] } | null
  readonly parts: SiteLayer
}
