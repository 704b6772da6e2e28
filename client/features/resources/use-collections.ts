import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  collectionDetail,
  collectionPage,
  type CollectionDetail,
  type CollectionDraft,
  type CollectionEdit,
} from '../../../catalogue/contract/collections.ts'
import { newUuid } from '../../engine/uuid.ts'
import { api } from '../../platform/api/api.ts'

const url = '/api/v1/collection'
const key = ['library', 'collections']

/** Collections of the reader, or those that others let him read. */
export const useCollections = (view: 'own' | 'shared', page: number) =>
  useQuery({
    queryKey: [...key, view, page],
    queryFn: ({ signal }) =>
      api.get(url, { schema: collectionPage, query: { view, page }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const useCollection = (id: number) =>
  useQuery({
    queryKey: [...key, 'one', id],
    queryFn: ({ signal }) => api.get(`${url}/${id}`, { schema: collectionDetail, signal, quiet: true }),
    staleTime: 0,
  })

/** The collection as it is written, out of what was read. */
export const editOf = ({
  title,
  description,
  shared,
  open,
  version,
  items,
}: CollectionDetail): CollectionEdit => ({
  title,
  description,
  shared,
  open,
  version,
  items: items.map(({ id, note }) => ({ id, note })),
})

/** Makes, changes and drops collections; what is shown is read anew. */
export function useCollectionActs() {
  const cache = useQueryClient()
  const after = async <T>(done: Promise<T>): Promise<T> => {
    const answer = await done
    await cache.invalidateQueries({ queryKey: key })
    return answer
  }
  return {
    make: (body: CollectionDraft) =>
      after(api.post(url, { schema: z.object({ id: z.int() }), body, idempotencyKey: newUuid() })),
    change: (id: number, body: CollectionEdit) =>
      after(api.put(`${url}/${id}`, { schema: collectionDetail, body })),
    drop: (id: number) => after(api.del(`${url}/${id}`, { schema: z.boolean() })),
    /** Adds resources behind the others; answers how many were not in yet. */
    add: async (id: number, resources: readonly number[]) => {
      const read = await api.get(`${url}/${id}`, { schema: collectionDetail, quiet: true })
      const body = editOf(read)
      const fresh = resources.filter((resource) => !body.items.some((one) => one.id === resource))
      if (fresh.length === 0) return 0
      const items = [...body.items, ...fresh.map((resource) => ({ id: resource, note: '' }))]
      await after(api.put(`${url}/${id}`, { schema: collectionDetail, body: { ...body, items } }))
      return fresh.length
    },
  }
}
