import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  personalCopies,
  personalCopy,
  type PersonalCopy,
} from '../../../catalogue/contract/account/personal-copy.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { download } from '../../platform/api/download.ts'
import { notify } from '../../ui/feedback/notify.ts'

const url = '/api/v1/me/copy'
const key = ['account', 'copies'] as const

/** Whether the server still works on a copy, so that it is asked again. */
export const isUnderWay = ({ state }: Pick<PersonalCopy, 'state'>): boolean =>
  state === 'queued' || state === 'writing'

/** The own copies, looked at again while one of them is made. */
export const useCopies = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(url, { schema: personalCopies, quiet: true, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.list.some(isUnderWay) ? 2_000 : false),
  })

/** Asks for a copy. */
export function useAskCopy() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => api.post(url, { schema: personalCopy, quiet: true }),
    onError: (error) => notify.error(sentenceOf(error)),
    onSettled: () => cache.invalidateQueries({ queryKey: key }),
  })
}

/** Saves a copy that is ready. */
export const useFetchCopy = () =>
  useMutation({
    mutationFn: ({ id }: PersonalCopy) => download(`${url}/${id}/file`, {}, '我的数据副本.zip'),
    onError: (error) => notify.error(sentenceOf(error)),
  })
