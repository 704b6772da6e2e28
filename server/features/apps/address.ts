import { safeUrl, type UrlVerdict } from '../../../catalogue/contents/safe-url.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

interface PlacedApp {
  readonly domain: string
  readonly entry_path: string
}

/**
 * The address at which an app begins: `https://a.example.cn/` and `/login` make `https://a.example.cn/login`.
 */
export const addressOf = ({ domain, entry_path: path }: PlacedApp): string =>
  path === '' ? domain : domain.replace(/\/+$/, '') + path

/**
 * Judges the address of an app. Unlike links in texts it may have any port: the administrator names the host
 * by typing it.
 */
export function judgeAddress(app: PlacedApp): UrlVerdict {
  const address = addressOf(app)
  const authority = /^https?:\/\/([^/?#]*)/i.exec(address)?.[1]?.toLowerCase() ?? ''
  return safeUrl(address, authority === '' ? [] : [authority])
}

/** The host that an app leads to; null for a page of the portal. */
export const hostOf = (app: PlacedApp): string | null => URL.parse(addressOf(app))?.host ?? null

const embedded = '2'

/** Hosts that a page of the portal may show within a frame, because an app that is on is opened so. */
export async function framedHosts(db: Queryable): Promise<string[]> {
  const rows = await db.query<PlacedApp>(
    sql`select domain, entry_path from app where enabled and open_mode = ${embedded}`,
  )
  return [...new Set(rows.flatMap((row) => hostOf(row) ?? []))]
}
