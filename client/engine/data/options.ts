import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { teacherOption, type TeacherOption } from '../../../catalogue/contract/workspace.ts'
import { api } from '../../platform/api/api.ts'

const answer = z.object({ list: z.array(teacherOption) })
const pause = 250

/**
 * Whom a person finds by typing a part of a name: teachers or institutions of their scope, or schools or
 * institutions of every level of the whole platform.
 */
export type OptionSource = 'teachers' | 'institutions' | 'processes/institutions' | 'processes/offices'

/**
 * Returns the value once it has stood for `ms` milliseconds, so that the server is asked per name and not per
 * letter.
 */
export function useDebounced<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}

/**
 * Teachers or institutions of the caller’s scope whose name contains what was typed (of teachers also the
 * pinyin); the first ones when nothing was typed.
 */
export function useOptions(
  of: OptionSource,
  typed: string,
): { list: readonly TeacherOption[]; loading: boolean } {
  const q = useDebounced(typed.trim(), pause)
  const { data, isFetching } = useQuery({
    queryKey: [of, 'q', q],
    queryFn: ({ signal }) => api.get(`/api/v1/${of}`, { schema: answer, query: { q }, signal, quiet: true }),
  })
  return { list: data?.list ?? [], loading: isFetching }
}

/** The teachers or institutions with these ids, to show their names. */
export function useOptionsById(of: OptionSource, ids: readonly number[]): readonly TeacherOption[] {
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
