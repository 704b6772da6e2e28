/** Scans that a phone keeps while there is no network; they outlive signing in, so they are no drafts. */
export interface KeptScan {
  readonly session: string
  readonly code: string
}

const name = 'xt_kept'
const scanIn = /^([0-9a-f-]{36})\.([0-9A-Z]{10})$/
const most = 5
const daySeconds = 86_400

const write = (scans: readonly KeptScan[]): void => {
  const value = scans.map(({ session, code }) => `${session}.${code}`).join('~')
  const age = scans.length === 0 ? 0 : daySeconds
  document.cookie = `${name}=${value}; Path=/; Max-Age=${age}; SameSite=Lax`
}

/** The scan that an address behind the code on a screen names; null for any other address. */
export function scanAt(pathname: string): KeptScan | null {
  const [, first, scan = ''] = pathname.split('/')
  const [, session, code] = scanIn.exec(scan) ?? []
  return first === 'q' && session !== undefined && code !== undefined ? { session, code } : null
}

/** Scans that were not sent yet. A day after the last one they would be refused anyway. */
export function keptScans(): readonly KeptScan[] {
  const [, text = ''] = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie) ?? []
  return text.split('~').flatMap((one) => scanAt(`/q/${one}`) ?? [])
}

/** Keeps a scan, once for each session: the first one proves the earliest moment. */
export function keepScan(scan: KeptScan): void {
  const others = keptScans()
  if (!others.some(({ session }) => session === scan.session)) write([...others, scan].slice(-most))
}

export const forgetScan = ({ session }: KeptScan): void =>
  write(keptScans().filter((one) => one.session !== session))
