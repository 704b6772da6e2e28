import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  messageTemplates,
  type MessageTemplate,
} from '../../../catalogue/contract/account/message-templates.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { notify } from '../../ui/feedback/notify.ts'

const path = '/api/v1/userSystemMessage/templates'
const key = ['messages', 'templates']
const done = { schema: z.boolean(), quiet: true }

/** The templates of my office, with the ways to keep and delete one. */
export function useTemplates() {
  const cache = useQueryClient()
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get(path, { schema: messageTemplates, quiet: true, signal }),
  })
  const onSettled = () => cache.invalidateQueries({ queryKey: key })
  const keep = useMutation({
    mutationFn: (body: MessageTemplate) => api.put(path, { ...done, body }),
    onSuccess: (_, { name }) => notify.success(`已存为模板“${name}”`),
    onSettled,
  })
  const drop = useMutation({
    mutationFn: (name: string) => api.del(path, { ...done, query: { name } }),
    onSuccess: () => notify.success('模板已删除'),
    onError: (error) => notify.warn(sentenceOf(error)),
    onSettled,
  })
  return { list: data?.list ?? [], keep, drop }
}
