import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { pairsWaiting, supportEffects } from '../../../catalogue/contract/support-effects.ts'
import {
  pairBoard,
  pairPage,
  type AmendmentDraft,
  type StatementSent,
} from '../../../catalogue/contract/support-pairs.ts'
import { api } from '../../platform/api/api.ts'

const key = 'support'
const base = '/api/v1/support/agreement'
type Query = Readonly<Record<string, string | number>>

export const usePairs = (query: Query) =>
  useQuery({
    queryKey: [key, 'pairs', query],
    queryFn: ({ signal }) => api.get(base, { schema: pairPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The page of one agreement. */
export const usePairBoard = (id: string) =>
  useQuery({
    queryKey: [key, 'pair', id],
    queryFn: ({ signal }) => api.get(`${base}/${id}`, { schema: pairBoard, quiet: true, signal }),
    staleTime: 0,
  })

/** How the goals of all agreements stand, or of those of one kind. */
export const useEffects = (kind: string) =>
  useQuery({
    queryKey: [key, 'effects', kind],
    queryFn: ({ signal }) =>
      api.get('/api/v1/support/effects', {
        schema: supportEffects,
        query: kind === '' ? {} : { kind },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What agreements ask of the office now. */
export const usePairsWaiting = () =>
  useQuery({
    queryKey: [key, 'waiting'],
    queryFn: ({ signal }) =>
      api.get('/api/v1/support/waiting', { schema: pairsWaiting, quiet: true, signal }),
    staleTime: 0,
  })

/** An answer to the other side, with words where it refuses. */
export interface SideAnswer<A extends string> {
  readonly answer: A
  readonly words: string
}

/** Waits for what a side does, and reads anew whatever of counterpart support is on the screen. */
export function useSupportChanges() {
  const client = useQueryClient()
  return async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } finally {
      await client.invalidateQueries({ queryKey: [key] })
    }
  }
}

/** What the sides of an agreement do. */
export function usePairCalls(id: string) {
  const done = useSupportChanges()
  const one = `${base}/${id}`
  return {
    state: (body: StatementSent) =>
      done(api.post(`${one}/statement`, { schema: z.object({ id: z.string() }), body })),
    answerStatement: (statement: string, body: SideAnswer<'confirmed' | 'disputed' | 'withdrawn'>) =>
      done(api.put(`${one}/statement/${statement}`, { schema: z.literal(true), body })),
    amend: (body: AmendmentDraft) =>
      done(api.post(`${one}/amendment`, { schema: z.object({ no: z.int() }), body })),
    answerAmendment: (no: number, body: SideAnswer<'agreed' | 'refused' | 'withdrawn'>) =>
      done(api.put(`${one}/amendment/${no}`, { schema: z.literal(true), body })),
  }
}
