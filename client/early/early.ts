/**
 * Asks for what the page will ask for first, while its files are still coming. Its own small script, because
 * it must run before they do: it imports nothing of theirs. The server names the calls
 * (catalogue/pages/first-calls), and platform/api takes the answers.
 */
import { writePlainMark, type Mark } from './plain-check-in.ts'
import { writePlainHome, type Home } from './plain-home.ts'

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

/** catalogue/pages/first-calls.ts */
interface FirstCall {
  readonly path: string
  readonly session: boolean
  readonly background?: true
  readonly unlessView?: string
  readonly posted?: true
  readonly written?: keyof typeof write
}

/** Who is signed in, as platform/session keeps it; '' for nobody, and for a view through somebody's eyes. */
function tokenKept(): string {
  if (localStorage.getItem('viewing') !== null) return ''
  const kept: unknown = JSON.parse(localStorage.getItem('userInfo') ?? 'null')
  const held = typeof kept === 'object' && kept !== null && 'token' in kept ? kept.token : ''
  return typeof held === 'string' ? held : ''
}

function ask(named: FirstCall, token: string): void {
  const { path, session, background, unlessView, posted, written } = named
  if (session && token === '') return
  const headers = {
    Accept: 'application/json',
    ...(token !== '' && { token }),
    ...(background && { background: '1' }),
  }
  // Without an answer the page asks by itself.
  const send = () => fetch(path, { ...(posted && { method: 'POST' }), headers, cache: 'no-store' })
  const answer =
    unlessView === undefined ? send() : opensWithView(unlessView).then((view) => (view ? null : send()))
  const kept = answer.catch(() => null)
  window.earlyCalls?.set(path, { token, answer: kept })
  // Where it cannot be written, the page says so by itself.
  if (written) write[written](kept).catch(() => undefined)
}

/** What an answer says; the page reads it itself, too: this is a copy. */
async function said<T>(answer: Early['answer']): Promise<T | null> {
  const response = await answer
  if (response?.ok !== true) return null
  const { data } = (await response.clone().json()) as { data: T }
  return data
}

/** What becomes of an answer in plain text. */
const write = {
  home: async (answer: Early['answer']) => {
    const home = await said<Home>(answer)
    if (home) writePlainHome(home)
  },
  checkIn: async (answer: Early['answer']) => {
    const mark = await said<Mark>(answer)
    if (mark) writePlainMark(mark)
  },
}

/** Whether one of the views that are asked for at this address is what the list opens with. */
async function opensWithView(address: string): Promise<boolean> {
  const answer = await window.earlyCalls?.get(address)?.answer
  const said: unknown = await answer?.clone().text()
  return typeof said !== 'string' || said.includes('"isDefault":true')
}

try {
  const named = document.querySelector<HTMLMetaElement>('meta[name="first-calls"]')?.content ?? '[]'
  const token = tokenKept()
  window.earlyCalls = new Map()
  // The root sends most roles on, and the calls named there are those of the portal.
  const isSentOn = location.pathname === '/' && token !== ''
  // The server wrote them; a page that is kept for lack of a network has none.
  for (const call of isSentOn ? [] : (JSON.parse(named) as FirstCall[])) ask(call, token)
} catch {
  // Storage is closed: the page asks by itself.
}
