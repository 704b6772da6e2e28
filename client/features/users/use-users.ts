import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import {
  issuedPassword,
  placeOption,
  userBatchDone,
  userPage,
  userView,
  type UserBatch,
  type UserView,
} from '../../../catalogue/contract/administration/users.ts'
import type { ListRequest } from '../../engine/list/use-asked.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/userManage'

/** A page of identities, as the address asks for it. */
export function useUsers({ filter, sort, page }: Pick<ListRequest<string>, 'filter' | 'sort' | 'page'>) {
  const query = { ...filter, sort, page, pageSize: 50 }
  return useQuery({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => api.get(path, { schema: userPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export function useUser(id: number) {
  return useQuery({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => api.get(`${path}/${id}`, { schema: userView, quiet: true, signal }),
    staleTime: 0,
  })
}

/** One act on several identities. */
export function useUserBatch() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: UserBatch) => api.post(`${path}/batch`, { schema: userBatchDone, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['users'] }),
  })
}

/** Institutions whose name holds these letters; asked once two are typed. */
export function usePlaces(q: string) {
  return useQuery({
    queryKey: ['users', 'places', q],
    queryFn: ({ signal }) =>
      api.get(`${path}/institutions`, {
        schema: z.object({ list: z.array(placeOption) }),
        query: { q },
        quiet: true,
        signal,
      }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
  })
}

export type Faults = Readonly<Record<string, string>>

/** The faults of a refusal by field; `form` for what is about none of them. */
function faultsOf(error: unknown): Faults {
  if (!(error instanceof ApiError) || error.errors.length === 0) return { form: sentenceOf(error) }
  return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]))
}

/**
 * Creating a person: answers the number and the password that is shown once. Faults stay beside what was
 * typed.
 */
export function useCreate() {
  const cache = useQueryClient()
  const [faults, setFaults] = useState<Faults>({})
  const create = useMutation({
    mutationFn: (body: object) => api.post(path, { schema: issuedPassword, body }),
    onMutate: () => setFaults({}),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['users', 'list'] }),
    onError: (error) => setFaults(faultsOf(error)),
  })
  return { create, faults }
}

const awaitsSecond = '已提交，等另一位管理员确认后生效'

/** Changes to one person; each answers the person anew. */
export function useUserActs(id: number) {
  const cache = useQueryClient()
  const [faults, setFaults] = useState<Faults>({})
  const keep = async (view: UserView) => {
    cache.setQueryData(['users', 'one', id], view)
    await cache.invalidateQueries({ queryKey: ['users', 'list'] })
  }
  const kept = (sentence: string) => async (view: UserView) => {
    await keep(view)
    notify.success(sentence)
  }
  const waitingBefore = () => cache.getQueryData<UserView>(['users', 'one', id])?.waiting.length ?? 0
  const onError = (error: unknown) => notify.warn(sentenceOf(error))
  const edit = useMutation({
    mutationFn: (body: object) => api.put(`${path}/${id}`, { schema: userView, body }),
    onMutate: () => setFaults({}),
    onSuccess: kept('已保存'),
    onError: (error) => setFaults(faultsOf(error)),
  })
  const add = useMutation({
    mutationFn: (body: object) => api.post(`${path}/${id}/identities`, { schema: userView, body }),
    onMutate: () => setFaults({}),
    onSuccess: async (view) => {
      const asked = view.waiting.length > waitingBefore()
      await keep(view)
      notify.success(asked ? awaitsSecond : '已增加身份，已通知本人')
    },
    onError: (error) => setFaults(faultsOf(error)),
  })
  const status = useMutation({
    mutationFn: (body: { identityId: number; status: '0' | '1' }) =>
      api.put(`${path}/${id}/status`, { schema: userView, body }),
    onSuccess: async (view, { status: to }) => {
      const asked = view.waiting.length > waitingBefore()
      await keep(view)
      notify.success(asked ? awaitsSecond : to === '1' ? '已启用' : '已停用，该身份的登录已失效')
    },
    onError,
  })
  const unlock = useMutation({
    mutationFn: () => api.put(`${path}/${id}/unlock`, { schema: userView }),
    onSuccess: kept('已解锁'),
    onError,
  })
  const reset = useMutation({
    mutationFn: () => api.put(`${path}/${id}/resetPassword`, { schema: issuedPassword }),
    onSuccess: ({ sentTo }) => {
      if (sentTo !== null) notify.success(`一次性密码已发到本人手机 ${sentTo}`)
      void cache.invalidateQueries({ queryKey: ['users'] })
    },
    onError,
  })
  const takeFactor = useMutation({
    mutationFn: (reason: string) =>
      api.put(`${path}/${id}/removeFactor`, { schema: userView, body: { reason } }),
    onSuccess: kept('两步验证已停用，该账号已全部下线'),
    onError,
  })
  return { edit, add, status, unlock, reset, takeFactor, faults }
}
