import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { messageGroups, messagePage, Message } from '../../../catalogue/contract/workspace.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { notify } from '../../ui/feedback/notify.ts'

type GroupPage = z.infer<typeof messageGroups>
type MessagePage = z.infer<typeof messagePage>

/** Confirming a message whose sender asks for it; it leaves the to-dos, too, and stays where it is read. */
export function useConfirming(): (message: Message) => void {
  const cache = useQueryClient()
  const confirmation = useMutation({
    mutationFn: (id: number) => api.post(`/api/v1/userSystemMessage/confirm/${id}`, { schema: z.boolean() }),
    onSuccess(_, id) {
      cache.setQueriesData<GroupPage>(
        { queryKey: ['messages', 'list', 'groups'] },
        (page) =>
          page && {
            ...page,
            list: page.list.map((line) => ({
              ...line,
              message: line.message && confirmed(line.message, id),
            })),
          },
      )
      cache.setQueriesData<MessagePage>(
        { queryKey: ['messages', 'list', 'one'] },
        (page) => page && { ...page, list: page.list.map((one) => confirmed(one, id)) },
      )
      for (const queryKey of [['messages', 'statistics'], ['workbench'], ['todos']])
        void cache.invalidateQueries({ queryKey })
      notify.success('已确认收到')
    },
    onError: (error) => notify.warn(sentenceOf(error)),
  })
  return ({ id }) => {
    if (!confirmation.isPending) confirmation.mutate(id)
  }
}

const confirmed = (message: Message, id: number): Message =>
  message.id === id ? { ...message, is_read: 1, confirm: 'done' } : message
