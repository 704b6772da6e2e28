import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  officeItems,
  officesPage,
  submittedPage,
  todoBatchResult,
  todoBetween,
  todoCounts,
  todoPage,
  type HandedInAct,
  type SubmittedItem,
  type TodoAct,
  type TodoItem,
} from '../../../catalogue/contract/todos.ts'
import type { ListRequest } from '../../engine/list/use-asked.ts'
import { recordApi } from '../../engine/data/record-api.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/todo'
const done = { schema: z.unknown() }
/**
 * Asked anew when work comes to the office or leaves it (docs/decisions/0069), which is why the keys say so.
 */
const keys = { counts: ['todos', 'counts'], queue: ['todos', 'queue'] } as const

/** What a list is narrowed by, as it stands in the address; empty texts narrow nothing. */
export type Filter = Readonly<Record<string, string>>

/** The query of a list as its address asks: filters stand there as those of every list do. */
export const queryOf = ({ filter, sort }: Pick<ListRequest<string>, 'filter' | 'sort'>): Filter => ({
  ...Object.fromEntries(Object.entries(filter).map(([key, value]) => [key.replace(/^f\./, ''), value])),
  order: sort,
})

const given = (filter: Filter): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

export function useCounts() {
  return useQuery({
    queryKey: keys.counts,
    queryFn: ({ signal }) => api.get(`${path}/counts`, { schema: todoCounts, signal, quiet: true }),
    staleTime: 0,
  })
}

/** What waits, page by page, as far as it was read. */
export function useWaiting(filter: Filter) {
  const query = given(filter)
  return useInfiniteQuery({
    queryKey: [...keys.queue, query],
    queryFn: ({ signal, pageParam }) =>
      api.get(path, {
        schema: todoPage,
        query: { ...query, ...(pageParam !== '' && { after: pageParam }) },
        signal,
        quiet: true,
      }),
    initialPageParam: '',
    getNextPageParam: ({ after }) => after,
    staleTime: 0,
  })
}

/** One to-do between its neighbours in the same list. */
export function useTodo(id: string, filter: Filter) {
  const query = given(filter)
  return useQuery({
    queryKey: [...keys.queue, 'one', id, query],
    queryFn: ({ signal }) => api.get(`${path}/${id}`, { schema: todoBetween, query, signal, quiet: true }),
    staleTime: 0,
    retry: false,
    placeholderData: () => undefined,
  })
}

export function useSubmitted(state: 'open' | 'ended', kind: string) {
  return useInfiniteQuery({
    queryKey: [...keys.queue, 'submitted', state, kind],
    queryFn: ({ signal, pageParam }) =>
      api.get(`${path}/submitted`, {
        schema: submittedPage,
        query: { state, ...(kind !== '' && { kind }), ...(pageParam !== '' && { after: pageParam }) },
        signal,
        quiet: true,
      }),
    initialPageParam: '',
    getNextPageParam: ({ after }) => after,
    staleTime: 0,
  })
}

export function useOffices(place: string, page: number) {
  return useQuery({
    queryKey: [...keys.queue, 'offices', place, page],
    queryFn: ({ signal }) =>
      api.get(`${path}/offices`, {
        schema: officesPage,
        query: { page, ...(place !== '' && { place }) },
        signal,
        quiet: true,
      }),
  })
}

export function useOfficeItems(office: string, figure: string) {
  return useInfiniteQuery({
    queryKey: [...keys.queue, 'office', office, figure],
    queryFn: ({ signal, pageParam }) =>
      api.get(`${path}/offices/${office}`, {
        schema: officeItems,
        query: { figure, ...(pageParam !== '' && { after: pageParam }) },
        signal,
        quiet: true,
      }),
    initialPageParam: '',
    getNextPageParam: ({ after }) => after,
  })
}

/** Everything that may show what was done. */
function useRefresh() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      ['todos', 'records', 'workbench', 'corrections', 'contents'].map((key) =>
        cache.invalidateQueries({ queryKey: [key] }),
      ),
    )
}

const saidOf = { approve: '已通过', return: '已退回', confirm: '已确认' } as const satisfies Record<
  TodoAct,
  string
>

/** What is done in the list; an approval of a record may be taken back at once. */
export function useActs(onDone: (ids: readonly string[]) => void) {
  const refresh = useRefresh()
  const undo = useMutation({
    mutationFn: ({ type, item }: { type: string; item: string }) => recordApi.act(type, item, 'undo'),
    onSuccess: () => notify.success('已撤销，回到待审'),
    onError: (error) => notify.error(sentenceOf(error), { stay: 4000 }),
    onSettled: refresh,
  })
  const one = useMutation({
    mutationFn: ({ item, act, reason }: { item: TodoItem; act: TodoAct; reason?: string }) =>
      api.post(`${path}/${item.id}/${act}`, {
        ...done,
        body: { ...(reason && { reason }), ...(item.version !== null && { version: item.version }) },
      }),
    onSuccess(_, { item, act }) {
      onDone([item.id])
      const [source, type = '', number = ''] = item.id.split('.')
      const back = source === 'record' && act === 'approve'
      notify.success(
        `${saidOf[act]}：${item.title}`,
        back ? { action: { label: '撤销', run: () => undo.mutate({ type, item: number }) } } : undefined,
      )
    },
    onError: (error) => notify.error(sentenceOf(error), { stay: 4000 }),
    onSettled: refresh,
  })
  const many = useMutation({
    mutationFn: (ids: readonly string[]) =>
      api.post(`${path}/batch`, { schema: todoBatchResult, body: { ids, act: 'approve' } }),
    onSuccess({ success, results }) {
      onDone(results.flatMap(({ id, ok }) => (ok ? [id] : [])))
      const refused = results.find(({ ok }) => !ok)
      if (refused)
        notify.warn(`通过 ${success} 件；${results.length - success} 件没有办成：${refused.message ?? ''}`)
      else notify.success(`已通过 ${success} 件`)
    },
    onError: (error) => notify.error(sentenceOf(error), { stay: 4000 }),
    onSettled: refresh,
  })
  return { one: one.mutate, many: many.mutate, busy: one.isPending || many.isPending }
}

/** Takes back or urges what was handed in. */
export function useSubmittedActs() {
  const refresh = useRefresh()
  const acting = useMutation({
    mutationFn: ({ item, act }: { item: SubmittedItem; act: HandedInAct }) =>
      api.post(`${path}/submitted/${item.id}/${act}`, { ...done, body: {} }),
    onSuccess: (_, { item, act }) =>
      notify.success(
        act === 'urge' ? `已催办${item.holder ?? ''}，明天可以再催` : '已撤回，可以修改后再提交',
      ),
    onError: (error) => notify.warn(sentenceOf(error)),
    onSettled: refresh,
  })
  const withdraw = async (item: SubmittedItem) => {
    const yes = await confirm({
      title: `撤回“${item.title}”？`,
      text: '撤回后不再审核，回到您这里，可以修改后重新提交。重新提交要从第一级审起。',
      ok: '撤回',
    })
    if (yes) acting.mutate({ item, act: 'withdraw' })
  }
  return {
    withdraw: (item: SubmittedItem) => void withdraw(item),
    urge: (item: SubmittedItem) => acting.mutate({ item, act: 'urge' }),
    busy: acting.isPending,
  }
}
