import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { requestDecided, requestPage } from '../../../catalogue/contract/administration/users.ts'
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
export function useDecision(onPassword: (password: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, verb, reason }: { id: number; verb: keyof typeof said; reason?: string }) =>
      api.post(`${path}/${id}/${verb}`, {
        schema: requestDecided,
        ...(reason !== undefined && { body: { reason } }),
      }),
    onSuccess: ({ password }, { verb }) => {
      // The line with the dialog goes when the list is read anew.
      if (password !== null) return onPassword(password)
      notify.success(said[verb])
      return cache.invalidateQueries({ queryKey: ['users'] })
    },
    onError: (error) => {
      notify.warn(sentenceOf(error))
      return cache.invalidateQueries({ queryKey: ['users'] })
    },
  })
}
