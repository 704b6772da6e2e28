import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { messageStatistics } from '../../../catalogue/contract/workspace.ts'
import { api } from '../../platform/api/api.ts'
import { readEvents } from '../../platform/api/read-events.ts'

const path = '/api/v1/userSystemMessage'
/** Milliseconds before a lost connection is tried again, first and at most. */
const [soon, late] = [1_000, 60_000]

const heard = z.discriminatedUnion('event', [
  z.object({ event: z.literal('unread'), told: messageStatistics }),
  z.object({ event: z.literal('work'), told: z.unknown() }),
])
type BadgeMessage = z.infer<typeof heard>

/** Asked as a background call, which does not prolong the session. */
export const askUnread = (signal?: AbortSignal) =>
  api.get(`${path}/statistics`, { schema: messageStatistics, background: true, ...(signal && { signal }) })

/** What of the pages counts or lists work that others may have done meanwhile; forms are left alone. */
const listsWork = ([of, what, list]: readonly unknown[]): boolean =>
  of === 'workbench' ||
  list === 'list' ||
  ['declarations', 'counts', 'waiting', 'queue'].includes(String(what))

function take(cache: QueryClient, news: BadgeMessage): void {
  if (news.event === 'work') {
    void cache.invalidateQueries({ predicate: ({ queryKey }) => listsWork(queryKey) })
    return
  }
  const key = ['messages', 'statistics']
  const before = cache.getQueryData<BadgeMessage['told']>(key)
  cache.setQueryData(key, news.told)
  if (JSON.stringify(before) !== JSON.stringify(news.told))
    for (const other of [['messages', 'list'], ['workbench']])
      void cache.invalidateQueries({ queryKey: other })
}

/** Ends early where the browser finds its network again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

/** Holds the connection, again and again, until told to stop. */
async function hold(share: (news: BadgeMessage) => void, signal: AbortSignal): Promise<void> {
  let wait = soon
  let missed = false
  while (!signal.aborted) {
    await readEvents(
      `${path}/stream`,
      (event, told) => {
        wait = soon
        const news = heard.safeParse({ event, told })
        if (news.success) share(news.data)
        // Nobody told this browser what was done while it was away.
        if (missed) share({ event: 'work', told: null })
        missed = false
      },
      signal,
    ).catch(() => undefined)
    if (signal.aborted) return
    missed = true
    await pause(wait, signal)
    wait = Math.min(wait * 2, late)
    // Without the stream the number is still asked for; a session that ended is noticed here, as by every
    // call.
    if (!signal.aborted)
      await askUnread(signal).then(
        (told) => share({ event: 'unread', told }),
        () => undefined,
      )
  }
}

/**
 * Keeps the badges of this tab as the server says, through one connection for all tabs of the browser: the
 * tab that has the lock listens and tells the others.
 */
export function useBadges(identityId: number): void {
  const cache = useQueryClient()
  useEffect(() => {
    const stop = new AbortController()
    const name = `xt-badges:${identityId}`
    const others = new BroadcastChannel(name)
    others.addEventListener('message', ({ data }) => {
      const news = heard.safeParse(data)
      if (news.success) take(cache, news.data)
    })
    const share = (news: BadgeMessage) => {
      if (stop.signal.aborted) return
      take(cache, news)
      others.postMessage(news)
    }
    const lead = () => hold(share, stop.signal)
    // Safari has locks from 15.4 on; before that each tab listens for itself.
    const leading =
      'locks' in navigator ? navigator.locks.request(name, { signal: stop.signal }, lead) : lead()
    leading.catch(() => undefined)
    return () => {
      stop.abort()
      others.close()
    }
  }, [cache, identityId])
}
