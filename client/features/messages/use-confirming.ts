import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { notify } from '../../ui/feedback/notify.ts'

/** Confirming a message whose sender asks for it; it leaves the to-dos, too. */
export function useConfirming(): (message: Message) => void {
  const cache = useQueryClient()
  const confirmation = useMutation({
    mutationFn: (id: number) => api.post(`/api/v1/userSystemMessage/confirm/${id}`, { schema: z.boolean() }),
    onSuccess: async () => {
      await Promise.all(
        ['messages', 'workbench', 'todos'].map((key) => cache.invalidateQueries({ queryKey: [key] })),
      )
      notify.success('已确认收到')
    },
    onError: (error) => notify.warn(sentenceOf(error)),
  })
  return ({ id }) => {
    if (!confirmation.isPending) confirmation.mutate(id)
  }
}
