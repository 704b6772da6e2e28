/**
 * What a page asks for as soon as it stands. The server names these calls in the head of the page, so that
 * the browser asks while the page's files are still coming (client/early).
 */
import { pageOf, type PageEntry, type PageName } from './entry.ts'

export interface FirstCall {
  /** Address with its query, letter by letter as the page will ask. */
  readonly path: string
  /** Only a session is answered. */
  readonly session: boolean
  /** Asked without prolonging the session. */
  readonly background?: true
  /**
   * Address of the views of this list, named before it: not asked where one of them is what the list opens
   * with.
   */
  readonly unlessView?: string
  /** Posted, without a body; the page does it again, so that it must be one that may be sent twice. */
  readonly posted?: true
  /** What becomes of its answer at once, in plain text until the page is drawn (client/early). */
  readonly written?: 'home' | 'checkIn'
}

/** What is asked for with a page's own kind. */
type CallsOf = (entry: PageEntry, query: ReadonlyMap<string, string>) => readonly FirstCall[]

const forAll = (path: string): FirstCall => ({ path, session: false })
const inSession = (path: string): FirstCall => ({ path, session: true })
const aside = (path: string): FirstCall => ({ path, session: true, background: true })

const dictionaries = aside('/api/v1/dictionary/overlay')
const ownLayers = aside('/api/v1/own/layer')

/** The first page of a queue as it opens; filters, another state or one record are asked for by the page. */
const queue: CallsOf = ({ records = [] }, query) => {
  const others = [...query.keys()].filter((key) => key !== 'tab')
  const type = records.find((name) => name === query.get('tab')) ?? records[0]
  if (others.length > 0 || type === undefined) return [dictionaries, ownLayers]
  const list = `/api/v1/records/${type}?queue=open`
  const views = `/api/v1/views?list=review&type=${type}`
  return [
    dictionaries,
    ownLayers,
    inSession(views),
    { ...inSession(`${list}&page=1&pageSize=20`), unlessView: views },
    inSession(`${list}&pageSize=1&counts=1`),
  ]
}

const byPage: Partial<Record<PageName, CallsOf>> = {
  portal: ({ path }) =>
    ['/api/v1/siteConfig', ...(path === '/home/index' ? ['/api/v1/portal/home'] : [])].map(forAll),
  'workspace-home': () => [{ ...inSession('/api/v1/workbench'), written: 'home' }],
  // The server sent on a learner's scan, which is bound first; a leader's has an own code.
  'check-in': (_, query) =>
    query.has('own')
      ? []
      : [
          ...(query.has('claim')
            ? [{ ...forAll('/api/v1/presence/claim'), posted: true as const, written: 'checkIn' as const }]
            : []),
          forAll('/api/v1/presence/scan'),
        ],
  'record-section': () => [dictionaries, ownLayers],
  review: queue,
  board: ({ path }, query) => (query.size === 0 ? [inSession(`/api/v1/screen${path}`)] : []),
}

/** What every page of a workspace waits for: the key of its drafts (client/app/workspace.tsx). */
const ofWorkspace = aside('/api/v1/user/draftKey')

/** The calls of a page, by its entry and the query of its address. */
export function firstCallsOf(entry: PageEntry, query: ReadonlyMap<string, string>): readonly FirstCall[] {
  const page = pageOf(entry, query.get('tab') ?? null)
  const own = (page && byPage[page]?.(entry, query)) ?? []
  return entry.roles.includes('public') || page === 'board' ? own : [ofWorkspace, ...own]
}
