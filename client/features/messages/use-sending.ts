import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  reachAnswer,
  sentMessage,
  sentMessages,
  type MessageToMany,
  type SentMessage,
} from '../../../catalogue/contract/account/messages-to-many.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { thousands } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/userSystemMessage'

/** Messages that this account sent to many. */
export function useSent(page: number, enabled: boolean) {
  return useQuery({
    queryKey: ['messages', 'sent', page],
    queryFn: ({ signal }) =>
      api.get(`${path}/sent`, { schema: sentMessages, query: { page, pageSize: 20 }, quiet: true, signal }),
    enabled,
    staleTime: 0,
  })
}

/** How many accounts would get a message; not asked before somebody is chosen. */
export function useReach(roles: readonly number[], place: number | null) {
  return useQuery({
    queryKey: ['messages', 'reach', roles.join(','), place],
    queryFn: ({ signal }) =>
      api.get(`${path}/reach`, {
        schema: reachAnswer,
        query: { roles: roles.join(','), place: place ?? undefined },
        quiet: true,
        signal,
      }),
    enabled: roles.length > 0,
  })
}

export function useSend(onSent: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: MessageToMany) =>
      api.post(path, { schema: z.object({ id: z.number() }), body, quiet: true }),
    async onSuccess() {
      await cache.invalidateQueries({ queryKey: ['messages', 'sent'] })
      notify.success('已发出')
      onSent()
    },
  })
}

export function useWithdrawSent() {
  const cache = useQueryClient()
  const taking = useMutation({
    mutationFn: (id: number) => api.post(`${path}/sent/${id}/withdraw`, { schema: sentMessage }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['messages', 'sent'] }),
    onSuccess: () => notify.success('已撤回'),
    onError: (error) => notify.warn(sentenceOf(error)),
  })
  return async ({ id, title, read }: SentMessage) => {
    const text =
      read > 0
        ? `已有 ${thousands(read)} 人看过，撤回后收件人都不再看到该消息。`
        : '撤回后收件人不再看到该消息。'
    if (await confirm({ title: `撤回消息“${title}”？`, text, ok: '撤回', danger: true })) taking.mutate(id)
  }
}
