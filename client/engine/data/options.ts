import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { teacherOption, type TeacherOption } from '../../../catalogue/contract/workspace.ts'
import { api } from '../../platform/api/api.ts'

const answer = z.object({ list: z.array(teacherOption) })
const pause = 250

/** What is chosen from by typing a part of a name: teachers, or the institutions of the reader's scope. */
export type Chosen = 'teachers' | 'institutions'

/** A value that follows after a pause, so that a name is asked for once and not letter by letter. */
export function useLater<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}

/**
 * Those within reach whose name fits what was typed (of teachers, also the pinyin); the first ones for
 * nothing typed.
 */
export function useOptions(of: Chosen, typed: string): { list: readonly TeacherOption[]; loading: boolean } {
  const q = useLater(typed.trim(), pause)
  const { data, isFetching } = useQuery({
    queryKey: [of, 'q', q],
    queryFn: ({ signal }) => api.get(`/api/v1/${of}`, { schema: answer, query: { q }, signal, quiet: true }),
  })
  return { list: data?.list ?? [], loading: isFetching }
}

/** Those behind numbers. */
export function useOptionsById(of: Chosen, ids: readonly number[]): readonly TeacherOption[] {
  const sorted = [...new Set(ids)].filter((id) => id > 0).sort((a, b) => a - b)
  const { data } = useQuery({
    queryKey: [of, 'ids', sorted],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/${of}`, { schema: answer, query: { ids: sorted.join(',') }, signal, quiet: true }),
    enabled: sorted.length > 0,
    staleTime: 300_000,
  })
  return data?.list ?? []
}
