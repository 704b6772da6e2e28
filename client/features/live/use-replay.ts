import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { coursePage } from '../../../catalogue/contract/courses.ts'
import { api } from '../../platform/api/api.ts'

const url = (id: number, act: string) => `/api/v1/lives/${id}${act}`

/** Shows the recordings of a broadcast as its replay, or takes them back. */
export function useRelease(id: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) =>
      api.put(url(id, '/replay'), { schema: z.literal(true), body: { on }, quiet: true }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['live', id] }),
  })
}

/** Courses to which a recording may be added. */
export const useCoursesToFill = () =>
  useQuery({
    queryKey: ['courses-to-fill'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/courses', {
        schema: coursePage,
        query: { own: '1', page: 1, pageSize: 100 },
        signal,
        quiet: true,
      }),
  })

/** Adds a recording at the end of a course. */
export const addLessonOf = (
  { id, no }: { readonly id: number; readonly no: number },
  body: { readonly courseId: number; readonly title: string },
) => api.post(url(id, `/records/${no}/lesson`), { schema: z.literal(true), body, quiet: true })
