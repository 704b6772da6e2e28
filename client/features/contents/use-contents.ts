import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  contentBatchDone,
  contentPage,
  contentVersions,
  contentView,
  type ContentBatch,
  type ContentView,
} from '../../../catalogue/contract/portal/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import { api } from '../../platform/api/api.ts'
import { withQuery } from '../../platform/api/with-query.ts'

const base = (type: ContentName) => `/api/v1/contents/${type}`

export function useContents(
  type: ContentName,
  asked: Readonly<Record<string, string | number>>,
  enabled = true,
) {
  return useQuery({
    queryKey: ['contents', type, 'list', asked],
    queryFn: ({ signal }) =>
      api.get(withQuery(base(type), asked), {
        schema: contentPage,
        quiet: true,
        signal,
      }),
    staleTime: 0,
    enabled,
  })
}

export function useContent(type: ContentName, id: number | null) {
  return useQuery({
    queryKey: ['contents', type, 'one', id],
    queryFn: ({ signal }) => api.get(`${base(type)}/${id}`, { schema: contentView, quiet: true, signal }),
    enabled: id !== null,
    staleTime: 0,
    // A text that is being edited is not replaced by a background refresh.
    refetchOnReconnect: false,
  })
}

export function useVersions(type: ContentName, id: number, version: number) {
  return useQuery({
    queryKey: ['contents', type, 'versions', id, version],
    queryFn: ({ signal }) =>
      api.get(`${base(type)}/${id}/versions`, { schema: contentVersions, quiet: true, signal }),
  })
}

/** One act on several contents, each answered for by itself. */
export function useContentBatch(type: ContentName) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: ContentBatch) => api.post(`${base(type)}/batch`, { schema: contentBatchDone, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['contents', type] }),
  })
}

/** Saving, and every act on one content; each answers it anew. */
export function useContentCalls(type: ContentName) {
  const cache = useQueryClient()
  const onSuccess = (view: ContentView) => {
    cache.setQueryData(['contents', type, 'one', view.id], view)
    void cache.invalidateQueries({ queryKey: ['contents', type, 'list'] })
  }
  const keep = (view: ContentView): ContentView => {
    onSuccess(view)
    return view
  }
  const create = async (value: object, idempotencyKey: string) =>
    keep(await api.post(base(type), { schema: contentView, body: { value }, idempotencyKey }))
  const edit = async (id: number, version: number, value: object) =>
    keep(await api.put(`${base(type)}/${id}`, { schema: contentView, body: { version, value } }))
  /** Reads what is stored now, which the pages then show, too. */
  const read = async (id: number) =>
    keep(await api.get(`${base(type)}/${id}`, { schema: contentView, quiet: true }))
  const act = useMutation({
    mutationFn: ({ id, name, body }: { id: number; name: string; body: object }) =>
      api.post(`${base(type)}/${id}/${name}`, { schema: contentView, body }),
    onSuccess,
  })
  // A decision leads on to the next content: the decided one is not shown again in its new state.
  const decide = useMutation({
    mutationFn: ({ id, name, body }: { id: number; name: string; body: object }) =>
      api.post(`${base(type)}/${id}/${name}`, { schema: contentView, body }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: ['contents', type], refetchType: 'none' }),
  })
  return {
    create,
    edit,
    read,
    act,
    decide,
    forget: () => cache.invalidateQueries({ queryKey: ['contents', type] }),
  }
}
