import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  dictionaryLine,
  dictionaryUsage,
  dictionaryView,
  type DictionaryView,
} from '../../../catalogue/contract/administration/dictionary.ts'
import { api } from '../../platform/api/api.ts'
import { forgetDictionaries } from '../../platform/dictionaries.ts'

const path = '/api/v1/dictionaryManage'
const lines = z.object({ list: z.array(dictionaryLine) })

export function useDictionaries() {
  return useQuery({
    queryKey: ['dictionaries', 'list'],
    queryFn: ({ signal }) => api.get(path, { schema: lines, quiet: true, signal }),
    staleTime: 0,
  })
}

export function useDictionary(name: string) {
  return useQuery({
    queryKey: ['dictionaries', 'one', name],
    queryFn: ({ signal }) =>
      api.get(`${path}/${encodeURIComponent(name)}`, { schema: dictionaryView, quiet: true, signal }),
    enabled: name !== '',
    staleTime: 0,
  })
}

/** Counting reads whole tables, hence only when asked for. */
export function useUsage(name: string, asked: boolean) {
  return useQuery({
    queryKey: ['dictionaries', 'usage', name],
    queryFn: ({ signal }) =>
      api.get(`${path}/${encodeURIComponent(name)}/usage`, { schema: dictionaryUsage, quiet: true, signal }),
    enabled: asked,
    staleTime: 60_000,
  })
}

/**
 * Sends a new item (`code` null) or a changed one; the dictionary as it is then takes the place of the one
 * shown.
 */
export function useKeep(name: string): (code: string | null, body: object) => Promise<void> {
  const cache = useQueryClient()
  return async (code, body) => {
    const items = `${path}/${encodeURIComponent(name)}/items`
    const view: DictionaryView =
      code === null
        ? await api.post(items, { schema: dictionaryView, body })
        : await api.put(`${items}/${encodeURIComponent(code)}`, { schema: dictionaryView, body })
    forgetDictionaries()
    cache.setQueryData(['dictionaries', 'one', name], view)
    await cache.invalidateQueries({ queryKey: ['dictionaries', 'list'] })
  }
}
