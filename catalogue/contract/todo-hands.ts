import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'

/** 转交 hands an item to a colleague; 征求意见 asks a colleague about it (N-row 36). */
export const handKinds = ['hand', 'opinion'] as const
export type HandKind = (typeof handKinds)[number]

/** Opinions that may be asked about one item. */
export const mostOpinions = 5

const words = (most: number) =>
  z
    .string({ error: '应为文字' })
    .trim()
    .max(most, `不超过 ${most} 个字`)
    .refine(isStorable, '含有不能保存的字符')

/** GET /api/v1/todo/colleagues: who of one's own office and role an item may be handed to. */
export const colleagues = z.object({ list: z.array(z.object({ id: z.int(), name: z.string() })) })

/** POST /api/v1/todo/{id}/hands: the number comes from who asks, so that a request that is sent again is one. */
export const handDraft = z
  .strictObject({
    id: z.uuid('编号不对，请刷新后再试'),
    kind: z.enum(handKinds, { error: '应为转交或征求意见' }),
    to: z.int({ error: '请选择同事' }).positive('请选择同事'),
    words: words(300).default(''),
  })
  .refine(({ kind, words: said }) => kind === 'hand' || said !== '', {
    path: ['words'],
    message: '请写明要征求什么意见',
  })
export type HandDraft = z.output<typeof handDraft>

/** POST /api/v1/todo/hands/over: all that was handed to oneself goes to a colleague. */
export const handOverDraft = z.strictObject({
  id: z.uuid('编号不对，请刷新后再试'),
  to: z.int({ error: '请选择同事' }).positive('请选择同事'),
  words: words(300).default(''),
})
export type HandOverDraft = z.output<typeof handOverDraft>
/** Most items of one such request; whoever has more sends it again. */
export const mostOver = 500
export const handedOver = z.object({ handed: z.int(), more: z.boolean() })

/** POST /api/v1/todo/hands/{hand}/answer */
export const handAnswer = z.strictObject({ answer: words(500).min(1, '请写意见') })

/** What was handed or asked about an item, as those of the office see it. */
export const todoHand = z.object({
  id: z.uuid(),
  kind: z.enum(handKinds),
  by: z.string(),
  to: z.string(),
  words: z.string(),
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  at: z.string(),
  /** Whether the reader gave it, and whether it is for the reader. */
  byMe: z.boolean(),
  toMe: z.boolean(),
})
export type TodoHand = z.infer<typeof todoHand>
