import { z } from 'zod'
import { messageToMany } from './messages-to-many.ts'
import { isStorable } from '../../kinds/kind.ts'

/** Most templates that an office keeps: a list one can still read. */
export const mostTemplates = 50

const name = z
  .string({ error: '请填写模板名称' })
  .trim()
  .min(1, '请填写模板名称')
  .max(30, '模板名称不超过 30 个字')
  .refine(isStorable, '含有不能保存的字符')

/** GET and PUT /api/v1/userSystemMessage/templates: what everybody of an office may send again. */
export const messageTemplate = z.strictObject({
  name,
  title: messageToMany.shape.title,
  content: messageToMany.shape.content,
})
export type MessageTemplate = z.output<typeof messageTemplate>
export const messageTemplates = z.object({ list: z.array(messageTemplate) })
export const droppedTemplate = z.strictObject({ name })
