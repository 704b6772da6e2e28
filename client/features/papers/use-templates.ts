import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  templateList,
  type TemplateDraft,
  type TemplateEdit,
} from '../../../catalogue/contract/blueprint-templates.ts'
import { newUuid } from '../../engine/uuid.ts'
import { api } from '../../platform/api/api.ts'
import { key } from './use-papers.ts'

const path = '/api/v1/examPaper/templates'
const ofTemplates = [key, 'templates'] as const

/** Templates that the reader may use: of a stage and subject, or all. */
export const useTemplates = (query: { readonly schoolStage?: string; readonly subject?: string }) =>
  useQuery({
    queryKey: [...ofTemplates, query],
    queryFn: ({ signal }) => api.get(path, { schema: templateList, query, signal, quiet: true }),
    staleTime: 0,
  })

export function useTemplateActs() {
  const cache = useQueryClient()
  const again = () => cache.invalidateQueries({ queryKey: ofTemplates })
  const keep = useMutation({
    mutationFn: (body: TemplateDraft) =>
      api.post(path, { schema: z.object({ id: z.int() }), body, idempotencyKey: newUuid() }),
    onSuccess: again,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: TemplateEdit & { readonly id: number }) =>
      api.put(`${path}/${id}`, { schema: z.boolean(), body }),
    onSettled: again,
  })
  const drop = useMutation({
    mutationFn: (id: number) => api.del(`${path}/${id}`, { schema: z.boolean() }),
    onSettled: again,
  })
  return { keep, change, drop }
}
