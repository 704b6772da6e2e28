import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  savedViews,
  type SavedView,
  type ViewedList,
} from '../../../../catalogue/contract/archive/saved-views.ts'
import { api } from '../../../platform/api/api.ts'
import { useSession } from '../../../platform/session/session.ts'
import { noPlaceholder } from '../../data/no-placeholder.ts'

const path = '/api/v1/views'
const done = { schema: z.boolean(), quiet: true }

/** Roles that have lists of many owners, and so views of them. */
const hasViews = (role: number): boolean => role >= 3 && role <= 6

/** The views that this person keeps of one list, with calls to keep and drop one. */
export function useViews(list: ViewedList | undefined, type: string) {
  const cache = useQueryClient()
  const role = useSession()?.role ?? 0
  const enabled = list !== undefined && hasViews(role)
  const key = ['views', list, type]
  const { data, isPending } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      api.get(path, { schema: savedViews, query: { list, type }, quiet: true, signal }),
    enabled,
    placeholderData: noPlaceholder,
    staleTime: 60_000,
  })
  const settle = { onSettled: () => cache.invalidateQueries({ queryKey: key }) }
  const keep = useMutation({
    mutationFn: (view: SavedView) => api.put(path, { ...done, body: { list, type, ...view } }),
    ...settle,
  })
  const drop = useMutation({
    mutationFn: (name: string) => api.del(path, { ...done, query: { list, type, name } }),
    ...settle,
  })
  return { enabled, views: data?.list, isSettled: !isPending, keep: keep.mutateAsync, drop: drop.mutateAsync }
}
