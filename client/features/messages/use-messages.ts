import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  messageGroups,
  messagePage,
  type Message,
  type MessageGroup,
  type MessageGroupOf,
} from '../../../catalogue/contract/workspace.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'

export type MessageTab = 'unread' | 'all'
type MessagePage = z.infer<typeof messagePage>
type GroupPage = z.infer<typeof messageGroups>

const path = '/api/v1/userSystemMessage'
const done = { schema: z.unknown() }

/**
 * My messages, those of one cause about one type on one day as one line.
 * @param kind only messages of this kind, each by itself
 */
export function useMessages(tab: MessageTab, page: number, kind?: string) {
  return useQuery({
    queryKey: ['messages', 'list', 'groups', tab, page, kind],
    queryFn: async ({ signal }): Promise<GroupPage> => {
      const asked = { page, pageSize: 20, is_read: tab === 'unread' ? 0 : undefined }
      if (kind === undefined)
        return api.get(`${path}/groups`, { schema: messageGroups, query: asked, quiet: true, signal })
      const query = { ...asked, kind }
      const single = await api.get(path, { schema: messagePage, query, quiet: true, signal })
      return { ...single, list: single.list.map(lineOf) }
    },
    staleTime: 0,
  })
}

/** A message as a line of its own. */
const lineOf = (message: Message): MessageGroup => ({
  key: `one ${message.id}`,
  of: null,
  title: message.title,
  count: 1,
  unread: message.is_read === 0 ? 1 : 0,
  created_at: message.created_at,
  message,
})

/** One message of mine; none where it is another's or gone. */
export function useMessage(id: number) {
  return useQuery({
    queryKey: ['messages', 'list', 'one', id],
    queryFn: ({ signal }) =>
      api.get(path, { schema: messagePage, query: { id, pageSize: 1 }, quiet: true, signal }),
    enabled: id > 0,
    placeholderData: () => undefined,
  })
}

/** The messages of one line. */
export function useGroupMessages({ topic, day }: MessageGroupOf, tab: MessageTab, page: number) {
  return useQuery({
    queryKey: ['messages', 'list', 'of', topic, day, tab, page],
    queryFn: ({ signal }) =>
      api.get(path, {
        schema: messagePage,
        query: { page, pageSize: 20, topic, day, is_read: tab === 'unread' ? 0 : undefined },
        quiet: true,
        signal,
      }),
    staleTime: 0,
  })
}

/**
 * Reading and deleting. Each refreshes the badge of the header, which counts under ['messages',
 * 'statistics'].
 */
export function useMessageActions() {
  const cache = useQueryClient()
  const refreshAll = () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['messages'] }),
      cache.invalidateQueries({ queryKey: ['workbench'] }),
    ])
  const onError = (error: unknown) => notify.warn(sentenceOf(error))

  const read = useMutation({
    mutationFn: (id: number) => api.put(`${path}/read/${id}`, { ...done, quiet: true }),
    // An opened message stays in the unread list until the list is opened again: it must not vanish while it
    // is read.
    onSuccess(_, id) {
      cache.setQueriesData<GroupPage>(
        { queryKey: ['messages', 'list', 'groups'] },
        (page) => page && { ...page, list: page.list.map((line) => lineRead(line, id)) },
      )
      cache.setQueriesData<MessagePage>(
        { queryKey: ['messages', 'list', 'of'] },
        (page) => page && withRead(page, id),
      )
      void cache.invalidateQueries({ queryKey: ['messages', 'statistics'] })
      void cache.invalidateQueries({ queryKey: ['workbench'] })
    },
  })
  const readAll = useMutation({
    mutationFn: () => api.put(`${path}/read/all`, done),
    onSuccess: refreshAll,
    onError,
  })
  const readGroup = useMutation({
    mutationFn: (body: MessageGroupOf) => api.put(`${path}/readGroup`, { ...done, body }),
    onSuccess: refreshAll,
    onError,
  })
  const removal = useMutation({
    mutationFn: (id: number) => api.del(`${path}/${id}`, done),
    onSuccess: async () => {
      await refreshAll()
      notify.success('已删除')
    },
    onError,
  })

  async function remove({ id, title }: Message, onGone?: () => void) {
    const text = '删除后不能恢复；消息所说的记录不受影响。'
    if (await confirm({ title: `删除消息“${title}”？`, text, ok: '删除消息', danger: true }))
      removal.mutate(id, { ...(onGone && { onSuccess: onGone }) })
  }

  return {
    read: (message: Message) => message.is_read === 0 && read.mutate(message.id),
    readAll: () => readAll.mutate(),
    readGroup: (of: MessageGroupOf) => readGroup.mutate(of),
    remove: (message: Message, onGone?: () => void) => void remove(message, onGone),
    busy: readAll.isPending || readGroup.isPending,
  }
}

function lineRead(line: MessageGroup, id: number): MessageGroup {
  return line.message?.id === id ? { ...line, unread: 0, message: { ...line.message, is_read: 1 } } : line
}

function withRead(page: MessagePage, id: number): MessagePage {
  return { ...page, list: page.list.map((one) => (one.id === id ? { ...one, is_read: 1 } : one)) }
}
