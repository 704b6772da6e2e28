import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  colleagues,
  handedOver,
  type HandDraft,
  type HandOverDraft,
} from '../../../catalogue/contract/todo-hands.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/todo'
const done = { schema: z.boolean(), quiet: true } as const

/** Who an item may be handed to. */
export const useColleagues = (enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: ['todos', 'colleagues'],
    queryFn: ({ signal }) => api.get(`${path}/colleagues`, { schema: colleagues, signal, quiet: true }),
    staleTime: 60_000,
  })

/** Handing on, answering and taking back; the lists are read again after each. */
export function useHandActs() {
  const cache = useQueryClient()
  const settled = { onSettled: () => cache.invalidateQueries({ queryKey: ['todos', 'queue'] }) }
  const said = (sentence: string) => ({ onSuccess: () => notify.success(sentence) })
  const failed = { onError: (error: Error) => notify.error(sentenceOf(error), { stay: 4000 }) }
  const give = useMutation({
    mutationFn: ({ item, draft }: { item: string; draft: HandDraft }) =>
      api.post(`${path}/${item}/hands`, { ...done, body: draft }),
    ...said('已告知同事'),
    ...settled,
  })
  const answer = useMutation({
    mutationFn: ({ hand, text }: { hand: string; text: string }) =>
      api.post(`${path}/hands/${hand}/answer`, { ...done, body: { answer: text } }),
    ...said('意见已送出'),
    ...failed,
    ...settled,
  })
  const takeBack = useMutation({
    mutationFn: (hand: string) => api.del(`${path}/hands/${hand}`, done),
    ...said('已撤回'),
    ...failed,
    ...settled,
  })
  const over = useMutation({
    mutationFn: (body: HandOverDraft) =>
      api.post(`${path}/hands/over`, { schema: handedOver, quiet: true, body }),
    onSuccess: ({ handed, more }) =>
      notify.success(`已转交 ${handed} 件${more ? '，还有未转交的，请再转交一次' : ''}`),
    ...settled,
  })
  return { give, answer, takeBack, over }
}
