import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  nearQuestions,
  questionDetail,
  questionPage,
  type QuestionDetail,
} from '../../../catalogue/contract/questions.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { api } from '../../platform/api/api.ts'
import type { Query } from '../../platform/api/with-query.ts'

const path = '/api/v1/question'
/** First part of the cache keys of all that is read of questions. */
export const key = 'questions'
const numbered = z.object({ id: z.int() })

export const useQuestions = (query: Query) =>
  useQuery({
    queryKey: [key, 'list', query],
    queryFn: ({ signal }) => api.get(path, { schema: questionPage, query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const readQuestion = (id: number, signal?: AbortSignal) =>
  api.get(`${path}/${id}`, { schema: questionDetail, quiet: true, ...(signal && { signal }) })

export const useQuestion = (id: number) =>
  useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) => readQuestion(id, signal),
    enabled: id > 0,
    staleTime: 0,
  })

/** Questions like one; told to its author and to offices on its way. */
export const useNear = (id: number, version: number) =>
  useQuery({
    queryKey: [key, 'near', id, version],
    queryFn: ({ signal }) => api.get(`${path}/${id}/near`, { schema: nearQuestions, signal, quiet: true }),
    staleTime: 0,
  })

export const writeNew = (value: QuestionValue, idempotencyKey: string) =>
  api.post(path, { schema: numbered, body: value, idempotencyKey, quiet: true })

export const writeQuestion = (id: number, value: QuestionValue, version: number) =>
  api.put(`${path}/${id}`, { schema: questionDetail, body: { ...value, version }, quiet: true })

export type QuestionMove =
  | 'submit'
  | 'withdraw'
  | 'urge'
  | 'raise'
  | 'online'
  | 'offline'
  | 'approve'
  | 'return'
  | 'undo'

/** Moves a question on its way; `body` has the version on which it is decided. */
export const moveQuestion = (id: number, name: QuestionMove, body: object) =>
  api.post(`${path}/${id}/${name}`, { schema: z.boolean(), body })

/** What is done with one question; lists and the question itself are read anew afterwards. */
export function useQuestionActs({ id, version }: Pick<QuestionDetail, 'id' | 'version'>) {
  const cache = useQueryClient()
  const again = async () => {
    await cache.invalidateQueries({ queryKey: [key] })
  }
  const move = useMutation({
    mutationFn: ({ name, body = {} }: { name: QuestionMove; body?: object }) =>
      moveQuestion(id, name, { version, ...body }),
    onSettled: again,
  })
  const keep = useMutation({
    mutationFn: (on: boolean) => api.post(`${path}/${id}/favorite`, { schema: z.boolean(), body: { on } }),
    onSuccess: again,
  })
  const remove = useMutation({
    mutationFn: () => api.del(`${path}/${id}`, { schema: z.boolean() }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [key, 'list'] }),
  })
  const adapt = useMutation({
    mutationFn: () => api.post(`${path}/${id}/adapt`, { schema: numbered }),
    onSuccess: again,
  })
  return { move, keep, remove, adapt }
}
