import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  channelLabels,
  deliveryFigures,
  deliveryLine,
  deliveryPage,
  type DeliveryLine,
} from '../../../catalogue/contract/administration/deliveries.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/deliveries'
const key = ['deliveries'] as const

/** What was sent in the last days, by day and channel. */
export const useDeliveryFigures = (days: number) =>
  useQuery({
    queryKey: [...key, 'figures', days],
    queryFn: ({ signal }) =>
      api.get(`${path}/figures`, { schema: deliveryFigures, query: { days }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** A page of sendings; without a state those that did not arrive for certain. */
export const useDeliveries = (filter: Readonly<Record<string, string>>, page: number) =>
  useQuery({
    queryKey: [...key, 'list', filter, page],
    queryFn: ({ signal }) =>
      api.get(path, {
        schema: deliveryPage,
        query: {
          ...Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')),
          page,
          pageSize: 20,
        },
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Sends once more. What may have arrived is asked about first. */
export function useSendAgain() {
  const cache = useQueryClient()
  const sending = useMutation({
    mutationFn: (id: number) => api.post(`${path}/${id}/again`, { schema: deliveryLine }),
    onSuccess: () => notify.success('已排入发送'),
    onError: (error) => notify.warn(sentenceOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  })
  const again = async ({ id, name, state, channel }: DeliveryLine) => {
    const sure =
      state !== 'unknown' ||
      (await confirm({
        title: `再给${name}发一次？`,
        text: `不确定对方是否已经收到，再发可能会收到两次${channelLabels[channel]}。`,
        ok: '再发一次',
      }))
    if (sure) sending.mutate(id)
  }
  return { again, busy: sending.isPending }
}
