import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { isRole } from '../../../catalogue/access/roles.ts'
import {
  keptDetail,
  keptPage,
  searchAnswer,
  type QueryChange,
  type Rhythm,
} from '../../../catalogue/contract/analysis/query.ts'
import { sectionsFor, type QuerySection } from '../../../catalogue/query/fields.ts'
import { faultsOf } from '../../../catalogue/query/judge.ts'
import { records } from '../../../catalogue/records/registry.gen.ts'
import { api } from '../../platform/api/api.ts'
import { useSession } from '../../platform/session/session.ts'
import type { Desk } from './model.ts'

const searchUrl = '/api/sanalysis/DataAdvancedSearch'
const keptUrl = '/api/v1/analysis/query'
const keptKey = ['kept-queries'] as const

/** Milliseconds without a change after which a query is counted. */
const pause = 350

/** All that the reader may ask. */
export function useSections(): readonly QuerySection[] {
  const session = useSession()
  const role = session?.role
  return useMemo(
    () => (isRole(role ?? 0) && role !== undefined ? sectionsFor(records, { role, institutionId: 0 }) : []),
    [role],
  )
}

/** A value once it has not changed for a while. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/**
 * What is wrong with a query by place, and the answer to the last one that was right; an older question is
 * cancelled.
 */
export function useSearch(desk: Desk, { page, within }: { page: number; within: number | null }) {
  const sections = useSections()
  const faults = useMemo(() => faultsOf(desk.query, sections), [desk.query, sections])
  const body = useMemo(() => {
    const { query, columns, sort } = desk
    return JSON.stringify({ ...query, columns, sort, page, ...(within !== null && { within }) })
  }, [desk, page, within])
  const settled = useSettled(body)
  const answer = useQuery({
    queryKey: ['custom-query', settled],
    queryFn: ({ signal }) =>
      api.post(searchUrl, { schema: searchAnswer, body: JSON.parse(settled), signal, quiet: true }),
    placeholderData: keepPreviousData,
    enabled: faults.length === 0 && settled === body,
    retry: false,
  })
  const isBehind = settled !== body || answer.isPlaceholderData || answer.isFetching
  return { sections, faults, answer, isBehind }
}

/** The kept queries, one kind of them or all that the reader may open. */
export const useKeptList = (which: string, page: number) =>
  useQuery({
    queryKey: [...keptKey, which, page],
    queryFn: ({ signal }) =>
      api.get(keptUrl, {
        schema: keptPage,
        query: { page, ...(which !== '' && { which }) },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** One kept query with its versions. */
export const useKept = (id: number | null) =>
  useQuery({
    queryKey: [...keptKey, 'one', id],
    queryFn: ({ signal }) => api.get(`${keptUrl}/${id}`, { schema: keptDetail, quiet: true, signal }),
    enabled: id !== null,
    retry: false,
  })

const saved = z.object({ id: z.number(), version: z.number(), count: z.number() })

/** The acts on kept queries; each makes what was read stale. */
export function useKeeping() {
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: keptKey })
  return {
    save: async ({ name, query, columns, sort }: Desk, of: { id: number; after: number } | null) => {
      const body = { query, columns, sort, ...(of ?? { name: name.trim() }) }
      const answer = await api.post(keptUrl, { schema: saved, body })
      await again()
      return answer
    },
    change: async (id: number, body: QueryChange) => {
      await api.put(`${keptUrl}/${id}`, { schema: keptPage.shape.list.element, body })
      await again()
    },
    drop: async (id: number) => {
      await api.del(`${keptUrl}/${id}`, { schema: z.boolean() })
      await again()
    },
  }
}

export const isRhythm = (value: string): value is Rhythm => value === 'weekly' || value === 'monthly'
