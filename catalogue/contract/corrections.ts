import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'
import { page, paging, uuid } from './envelope.ts'

export const correctionStates = ['open', 'corrected', 'declined'] as const
export type CorrectionState = (typeof correctionStates)[number]
export const correctionLabels = { open: '待处理', corrected: '已更正', declined: '不予更正' } as const satisfies Record<CorrectionState, string>

const words = (most: number, missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(most, `不超过 ${most} 个字`)
    .refine(isStorable, '含有不能保存的字符')

/** POST /api/v1/corrections: which record, what is wrong, and why. */
export const correctionRequest = z.strictObject({
  type: z.string().max(60),
  recordId: uuid,
  reason: words(500, '请写明为什么要更正'),
  fields: z
    .array(z.strictObject({ key: z.string().max(60), should: words(300, '请写明应当是什么') }))
    .max(40, '栏目太多')
    .default([]),
})

/** POST /api/v1/corrections/{id}/answer. */
export const correctionAnswer = z.strictObject({
  outcome: z.enum(['corrected', 'declined'], { error: '请选择已更正或不予更正' }),
  answer: words(500, '请写明处理情况'),
})

export const correctionQuery = z.strictObject({ ...paging, state: z.enum(correctionStates, { error: '没有这种状态' }).optional() })

/** A request as its reader may see it: `should` is masked like the field's value. */
export const correction = z.object({
  id: uuid,
  type: z.string(),
  recordId: uuid,
  ownerName: z.string(),
  institutionName: z.string(),
  state: z.enum(correctionStates),
  reason: z.string(),
  fields: z.array(z.object({ key: z.string(), should: z.string() })),
  askedAt: z.string(),
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  answeredBy: z.string().nullable(),
  /** Whether the reader may answer it now. */
  canAnswer: z.boolean(),
})
export type Correction = z.infer<typeof correction>
export const correctionPage = page(correction)

/** A request that waits for an office, as its workbench is told of it. */
export type WaitingCorrection = Pick<Correction, 'id' | 'type' | 'recordId' | 'ownerName' | 'reason' | 'askedAt'> & { readonly waitingDays: number }

/** Whether a level above has confirmed what a school recorded, where that is asked for; `at` null: it waits. */
export const confirmation = z.object({
  by: z.string().nullable(),
  at: z.string().nullable(),
  version: z.int(),
  canConfirm: z.boolean(),
})
export type Confirmation = z.infer<typeof confirmation>

/** POST /api/v1/confirmations/{type}/{id}: the version that was read. */
export const confirmationBody = z.strictObject({ version: z.int('版本号应为整数') })

/** GET /api/v1/corrections/record/{type}/{id}. */
export const correctionsOfRecord = z.object({
  list: z.array(correction),
  /** Whether the reader may ask for one now. */
  canAsk: z.boolean(),
  confirmation: confirmation.nullable(),
})
export type CorrectionsOfRecord = z.infer<typeof correctionsOfRecord>
