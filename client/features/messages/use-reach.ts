import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageReaders, sentMessage } from '../../../catalogue/contract/account/messages-to-many.ts'
import { messageDelivery } from '../../../catalogue/contract/administration/deliveries.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/userSystemMessage/sent'

/** How a message that I sent was delivered outside the portal. */
export const useDelivery = (id: number) =>
  useQuery({
    queryKey: ['messages', 'delivery', id],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/deliveries/ofMessage/${id}`, { schema: messageDelivery, quiet: true, signal }),
    staleTime: 0,
  })

/** Readers of a message that I sent who have not confirmed it. */
export const useWaitingReaders = (id: number, page: number) =>
  useQuery({
    queryKey: ['messages', 'readers', id, page],
    queryFn: ({ signal }) =>
      api.get(`${path}/${id}/readers`, {
        schema: messageReaders,
        query: { state: 'waiting', page, pageSize: 20 },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Reminds who has not confirmed. */
export function useRemind() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.post(`${path}/${id}/remind`, { schema: sentMessage }),
    onSuccess: () => notify.success('已提醒未确认的人员'),
    onError: (error) => notify.warn(sentenceOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: ['messages', 'sent'] }),
  })
}
