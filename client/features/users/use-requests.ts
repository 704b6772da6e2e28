import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { requestPage } from '../../../catalogue/contract/administration/users.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/userManage/requests'

export type RequestState = 'open' | 'closed'

/** Roles that wait for a second administrator, or were decided. */
export function useRequests(state: RequestState, page: number) {
  return useQuery({
    queryKey: ['users', 'requests', state, page],
    queryFn: ({ signal }) =>
      api.get(path, { schema: requestPage, query: { state, page, pageSize: 20 }, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

const said = {
  confirm: '已确认，身份随即生效，已通知本人',
  refuse: '已记下不同意的原因',
  withdraw: '申请已撤回',
} as const

/**
 * Confirming, refusing and taking back. What was decided meanwhile by somebody else is said, and the list
 * read anew.
 */
export function useDecision() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, verb, reason }: { id: number; verb: keyof typeof said; reason?: string }) =>
      api.post(`${path}/${id}/${verb}`, {
        schema: z.boolean(),
        ...(reason !== undefined && { body: { reason } }),
      }),
    onSuccess: (_, { verb }) => notify.success(said[verb]),
    onError: (error) => notify.warn(sentenceOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: ['users'] }),
  })
}
