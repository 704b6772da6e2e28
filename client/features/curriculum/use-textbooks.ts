import { useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { indexPreview, ownTextbooks, type TextbookDraft } from '../../../catalogue/contract/curriculum.ts'
import { api } from '../../platform/api/api.ts'

export const ownUrl = '/api/v1/curriculum/own'
const key = ['curriculum', 'own']

/** The textbooks that the reader's institution keeps. */
export const useOwnTextbooks = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(ownUrl, { schema: ownTextbooks, signal, quiet: true }),
    staleTime: 0,
  })

/** Begins textbooks, and previews and carries out their workbooks; trees are read anew afterwards. */
export function useTextbookActs() {
  const cache = useQueryClient()
  const again = () => cache.invalidateQueries({ queryKey: ['curriculum'] })
  return {
    begin: async (body: TextbookDraft) => {
      const { id } = await api.post(ownUrl, { schema: z.object({ id: z.int() }), body })
      await again()
      return id
    },
    preview: (id: number, fileId: string) =>
      api.post(`${ownUrl}/${id}/preview`, { schema: indexPreview, body: { fileId } }),
    apply: async (id: number, body: { readonly fileId: string; readonly seen: string }) => {
      await api.post(`${ownUrl}/${id}/apply`, { schema: z.boolean(), body })
      await again()
    },
  }
}
