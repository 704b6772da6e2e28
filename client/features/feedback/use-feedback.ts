import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { feedbackPage, ownFeedback, type FeedbackDraft } from '../../../catalogue/contract/feedback.ts'
import { api } from '../../platform/api/api.ts'

const path = '/api/v1/feedback'
const key = 'feedback'

/** What the reader sent, with the answers. */
export const useOwnFeedback = () =>
  useQuery({
    queryKey: [key, 'mine'],
    queryFn: ({ signal }) =>
      api.get(`${path}/mine`, { schema: ownFeedback, query: { pageSize: 20 }, signal, quiet: true }),
    staleTime: 0,
  })

/** What everybody sent, for the administrator. */
export const useFeedback = (query: Readonly<Record<string, string>>) =>
  useQuery({
    queryKey: [key, 'all', query],
    queryFn: ({ signal }) => api.get(path, { schema: feedbackPage, query, signal, quiet: true }),
    staleTime: 0,
  })

/** Sends a sentence, or answers one. */
export function useFeedbackActs() {
  const cache = useQueryClient()
  const settled = { onSettled: () => cache.invalidateQueries({ queryKey: [key] }) }
  const send = useMutation({
    mutationFn: (draft: FeedbackDraft) => api.post(path, { schema: z.boolean(), body: draft, quiet: true }),
    ...settled,
  })
  const answer = useMutation({
    mutationFn: ({ id, text }: { id: string; text: string }) =>
      api.post(`${path}/${id}/answer`, { schema: z.boolean(), body: { answer: text }, quiet: true }),
    onSettled: async () => {
      await cache.invalidateQueries({ queryKey: [key] })
      await cache.invalidateQueries({ queryKey: ['todos'] })
    },
  })
  return { send, answer }
}
