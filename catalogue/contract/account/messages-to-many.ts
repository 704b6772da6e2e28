import { z } from 'zod'
import type { Role } from '../../access/roles.ts'
import { isStorable } from '../../kinds/kind.ts'
import { withoutDirections } from '../../rules/directions.ts'
import { page, paging, uuid } from '../envelope.ts'

/** Roles that an actor may write to: those below, and colleagues; the administrator to all. */
export const rolesToWriteTo = (role: Role): readonly Role[] =>
  role === 1
    ? [2, 3, 4, 5, 6, 99, 100, 101, 102, 1]
    : ([2, 3, 4, 5, 6] as const).filter((one) => role >= 3 && role <= 6 && one <= role)

const roles = z
  .array(z.number({ error: '没有这种角色' }).int('没有这种角色'), { error: '请选择发给谁' })
  .min(1, '请选择发给谁')
  .max(10, '请选择发给谁')
const place = z
  .number({ error: '请选择范围' })
  .int('请选择范围')
  .min(1, '请选择范围')
  .max(2_147_483_647, '请选择范围')

/**
 * Whom a message to many is for. Without `place` the own institution and all below; the administrator:
 * everybody.
 */
export const messageReach = z.strictObject({ roles, place: place.optional() })
export type MessageReach = z.output<typeof messageReach>

/** POST /api/v1/userSystemMessage. `key` is drawn by the page: sent again, it is the same message. */
export const messageToMany = messageReach.extend({
  key: uuid,
  title: z
    .string({ error: '请填写标题' })
    .overwrite(withoutDirections)
    .trim()
    .min(1, '请填写标题')
    .max(100, '标题不超过 100 个字')
    .refine(isStorable, '含有不能保存的字符'),
  content: z
    .string({ error: '请填写内容' })
    .overwrite(withoutDirections)
    .trim()
    .min(1, '请填写内容')
    .max(2_000, '内容不超过 2000 个字')
    .refine(isStorable, '含有不能保存的字符'),
  /** Whether every reader is asked to confirm it. */
  confirm: z.boolean({ error: '应为是或否' }).default(false),
})
export type MessageToMany = z.output<typeof messageToMany>

/** GET /api/v1/userSystemMessage/reach: how many accounts would get it. */
export const reachAnswer = z.object({ accounts: z.number().int() })

/** A message to many as its sender sees it. */
export const sentMessage = z.object({
  id: z.number().int(),
  title: z.string(),
  content: z.string(),
  place: z.string(),
  roles: z.array(z.number().int()),
  created_at: z.string(),
  /** Accounts it was for, and those that opened it. */
  reached: z.number().int(),
  read: z.number().int(),
  withdrawn_at: z.string().nullable(),
  confirm: z.boolean(),
  confirmed: z.number().int(),
  reminded_at: z.string().nullable(),
})
export type SentMessage = z.infer<typeof sentMessage>
export const sentMessages = page(sentMessage)

const readerStates = z.enum(['waiting', 'confirmed'], '没有这种状态')
/** GET /api/v1/userSystemMessage/sent/{id}/readers: whom a message is for, and who has (not) confirmed it. */
export const readerFilters = z.strictObject({ state: readerStates.optional() })
export const readerQuery = readerFilters.extend(paging)
export type ReaderFilters = z.infer<typeof readerFilters>
export const messageReader = z.object({
  /** Of the account. */
  id: z.number().int(),
  name: z.string(),
  institution: z.string(),
  role: z.number().int(),
  read_at: z.string().nullable(),
  confirmed_at: z.string().nullable(),
})
export type MessageReader = z.infer<typeof messageReader>
export const messageReaders = page(messageReader)
