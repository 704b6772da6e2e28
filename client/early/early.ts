/**
 * Asks for what the page will ask for first, while its files are still coming. Its own small script, because it
 * must run before they do: it imports nothing. The server names the calls (catalogue/pages/first-calls), and
 * platform/api takes the answers.
 */

/** One call under way, for the token it was sent with. */
interface Early {
  readonly token: string
  readonly answer: Promise<Response | null>
}

declare global {
  interface Window {
    earlyCalls?: Map<string, Early>
  }
}

interface Named {
  readonly path: string
  readonly session: boolean
  readonly background?: true
}

/** Who is signed in, as platform/session keeps it; '' for nobody, and for a view through somebody's eyes. */
function tokenKept(): string {
  if (localStorage.getItem('viewing') !== null) return ''
  const kept: unknown = JSON.parse(localStorage.getItem('userInfo') ?? 'null')
  const held = typeof kept === 'object' && kept !== null && 'token' in kept ? kept.token : ''
  return typeof held === 'string' ? held : ''
}

function ask({ path, session, background }: Named, token: string): void {
  if (session && token === '') return
  const headers = {
    Accept: 'application/json',
    ...(token !== '' && { token }),
    ...(background && { background: '1' }),
  }
  // Without an answer the page asks by itself.
  const answer = fetch(path, { headers, cache: 'no-store' }).catch(() => null)
  window.earlyCalls?.set(path, { token, answer })
}

try {
  const named = document.querySelector<HTMLMetaElement>('meta[name="first-calls"]')?.content ?? '[]'
  const token = tokenKept()
  window.earlyCalls = new Map()
  // The root sends most roles on, and the calls named there are those of the portal.
  const isSentOn = location.pathname === '/' && token !== ''
  // The server wrote them; a page that is kept for lack of a network has none.
  for (const call of isSentOn ? [] : (JSON.parse(named) as Named[])) ask(call, token)
} catch {
  // Storage is closed: the page asks by itself.
}

export {}
