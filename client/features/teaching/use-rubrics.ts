import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { rubricList, type KeptRubric, type RubricList } from '../../../catalogue/contract/teaching/rubrics.ts'
import { api } from '../../platform/api/api.ts'

const url = '/api/v1/teaching/rubrics'
const key = ['teaching-rubrics']

/** What a version says. */
export type RubricText = Pick<KeptRubric['versions'][number], 'name' | 'items'>

/** The rubrics of the own institution, all their versions. */
export const useRubrics = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: rubricList, signal, quiet: true }),
  })

/** Keeps a rubric, its next version, or offers it no more; each answers the list. */
export function useRubricActs() {
  const cache = useQueryClient()
  const onSuccess = (data: RubricList) => cache.setQueryData(key, data)
  const shared = { schema: rubricList, quiet: true } as const
  return {
    make: (body: RubricText) => api.post(url, { ...shared, body }).then(onSuccess),
    next: (id: string, body: RubricText & { readonly after: number }) =>
      api.post(`${url}/${id}/versions`, { ...shared, body }).then(onSuccess),
    end: useMutation({
      mutationFn: ({ id, on }: { readonly id: string; readonly on: boolean }) =>
        api.put(`${url}/${id}/ended`, { ...shared, body: { on } }),
      onSuccess,
    }),
  }
}
