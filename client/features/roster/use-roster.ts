import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { placesFound } from '../../../catalogue/contract/administration/apps.ts'
import {
  againDone,
  deliveryPage,
  hookKept,
  hookSecret,
  rosterApp,
  rosterApps,
  tried,
  type FeedBody,
  type HookBody,
  type RosterDelivery,
  type RosterEvent,
} from '../../../catalogue/contract/administration/roster.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/roster'
const at = (app: string, part: string) => `${path}/${encodeURIComponent(app)}/${part}`

export const useRoster = () =>
  useQuery({
    queryKey: ['roster', 'apps'],
    queryFn: ({ signal }) => api.get(path, { schema: rosterApps, quiet: true, signal }),
    staleTime: 0,
  })

export const useRosterDeliveries = (
  app: string,
  { state, page }: { state: RosterDelivery['state'] | ''; page: number },
) =>
  useQuery({
    queryKey: ['roster', 'deliveries', app, state, page],
    queryFn: ({ signal }) =>
      api.get(at(app, 'deliveries'), {
        schema: deliveryPage,
        query: { page, pageSize: 20, ...(state !== '' && { state }) },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Institutions whose name holds these letters; asked once two are typed. */
export const usePlaces = (q: string) =>
  useQuery({
    queryKey: ['roster', 'places', q],
    queryFn: ({ signal }) =>
      api.get('/api/v1/appManage/places', { schema: placesFound, query: { q }, quiet: true, signal }),
    enabled: q.length > 1,
  })

/** What is done to the roster of one app; what is shown of it is asked anew afterwards. */
export function useRosterActs(app: string) {
  const cache = useQueryClient()
  const then = async <T>(asked: Promise<T>): Promise<T> => {
    const answer = await asked
    await cache.invalidateQueries({ queryKey: ['roster'] })
    return answer
  }
  return {
    keepFeed: (body: FeedBody) => then(api.put(at(app, 'feed'), { schema: rosterApp, body, quiet: true })),
    keepHook: (body: HookBody) => then(api.put(at(app, 'hook'), { schema: hookKept, body, quiet: true })),
    turnSecret: () => then(api.post(at(app, 'secret'), { schema: hookSecret, body: {} })),
    attempt: (event: RosterEvent) =>
      api.post(at(app, 'try'), { schema: tried, body: { event }, quiet: true }),
    again: (id?: string) =>
      then(
        api.post(at(app, 'deliveries/again'), {
          schema: againDone,
          body: id === undefined ? {} : { id },
          quiet: true,
        }),
      ),
  }
}
