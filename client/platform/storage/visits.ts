/**
 * How often somebody opened which page of the menus on this device: a cookie, because signing out clears the
 * local storage (specification section 4). It belongs to the account that opened pages last.
 */
const cookie = 'xt_often'
const year = 365 * 24 * 3600
/** So many pages are remembered; each visit makes earlier ones count a little less. */
const most = 10
const fading = 0.97

interface Visits {
  readonly account: number
  readonly pages: ReadonlyMap<string, number>
}

function read(account: number): Visits {
  const text = new RegExp(`(?:^|; )${cookie}=([^;]*)`).exec(document.cookie)?.[1] ?? ''
  const [owner, ...lines] = text.split('!')
  if (owner !== String(account)) return { account, pages: new Map() }
  const pages = lines.flatMap((line): [string, number][] => {
    const [weight = '', path = ''] = line.split('~')
    return Number(weight) > 0 && path.startsWith('/') ? [[path, Number(weight)]] : []
  })
  return { account, pages: new Map(pages) }
}

const byWeight = (a: readonly [string, number], b: readonly [string, number]) => b[1] - a[1]

/** Counts a visit of a page of the menus. */
export function noteVisit(account: number, path: string): void {
  const faded = [...read(account).pages].map(([page, weight]): [string, number] => [page, weight * fading])
  const pages = new Map(faded)
  pages.set(path, (pages.get(path) ?? 0) + 1)
  const lines = [...pages]
    .toSorted(byWeight)
    .slice(0, most)
    .map(([page, weight]) => `${weight.toFixed(2)}~${page}`)
  document.cookie = `${cookie}=${[account, ...lines].join('!')}; path=/; max-age=${year}; SameSite=Lax`
}

/** The pages this account opens most on this device, most first. */
export const mostVisited = (account: number): string[] =>
  [...read(account).pages].toSorted(byWeight).map(([path]) => path)
