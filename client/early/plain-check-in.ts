import { made, standPlain } from './plain.ts'

/** What of the answer of /api/v1/presence/scan is read here (catalogue/contract/training/presence.ts). */
export interface Scan {
  readonly state: string
}
/** The same of /api/v1/presence/claim. */
interface Mark {
  readonly title: string
  readonly place: string
  readonly name: string
  readonly way: string
  readonly status: string
}

/** Marks that need no word of their own (catalogue/presence/rules: 出勤 and 迟到); the page says the others. */
const plainWords: Readonly<Record<string, string>> = {
  'in 1': '已签到',
  'in 2': '已签到，迟到',
  'out 1': '已签退',
}

/**
 * Binds a scan to whoever is signed in, or whose pass the phone has, and says so, while the scripts of the page are
 * still coming. The page does it again, which answers the same mark.
 */
export async function checkInPlainly({ state }: Scan, token: string): Promise<void> {
  // Scans that were kept without network go first, which the page sends.
  if (state !== 'claim' || document.cookie.includes('xt_kept=')) return
  const response = await fetch('/api/v1/presence/claim', {
    method: 'POST',
    headers: { Accept: 'application/json', ...(token !== '' && { token }) },
    cache: 'no-store',
  })
  if (!response.ok) return
  const { data } = (await response.json()) as { data: Mark }
  const said = plainWords[`${data.way} ${data.status}`]
  if (said === undefined) return
  const heading = made('h1', said)
  standPlain(made('main', heading, made('p', data.name), made('p', data.title), made('p', data.place)), 0)
}
