import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  pairBoard,
  pairPage,
  pairsWaiting,
  supportEffects,
  type AmendmentDraft,
  type StatementDraft,
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

/** What the sides of an agreement do; whatever of them is on the screen is read again. */
export function usePairCalls(id: string) {
  const client = useQueryClient()
  const done = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer
    } finally {
      await client.invalidateQueries({ queryKey: [key] })
    }
  }
  const one = `${base}/${id}`
  return {
    state: (body: StatementDraft) =>
      done(api.post(`${one}/statement`, { schema: z.object({ id: z.string() }), body })),
    answerStatement: (statement: string, body: SideAnswer<'confirmed' | 'disputed' | 'withdrawn'>) =>
      done(api.put(`${one}/statement/${statement}`, { schema: z.literal(true), body })),
    amend: (body: AmendmentDraft) =>
      done(api.post(`${one}/amendment`, { schema: z.object({ no: z.int() }), body })),
    answerAmendment: (no: number, body: SideAnswer<'agreed' | 'refused' | 'withdrawn'>) =>
      done(api.put(`${one}/amendment/${no}`, { schema: z.literal(true), body })),
  }
}
