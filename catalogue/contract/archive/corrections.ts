import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { officeQueues, queueCounts } from '../workspace.ts'
import { page, paging, uuid } from '../envelope.ts'

export const correctionStates = ['open', 'corrected', 'declined'] as const
export type CorrectionState = (typeof correctionStates)[number]
export const correctionLabels = {
  open: '待处理',
  corrected: '已更正',
  declined: '不予更正',
} as const satisfies Record<CorrectionState, string>

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

const queue = z.enum(officeQueues, { error: 'queue 只能是 mine、below 或 done' })

export const correctionQuery = z.strictObject({
  ...paging,
  state: z.enum(correctionStates, { error: '没有这种状态' }).optional(),
  queue: queue.optional(),
})

/** A request as its reader may see it: `should` is masked like the field's value. */
export const correction = z.object({
  id: uuid,
  type: z.string(),
  /** The type in words. */
  title: z.string(),
  recordId: uuid,
  ownerName: z.string(),
  institutionName: z.string(),
  state: z.enum(correctionStates),
  reason: z.string(),
  fields: z.array(z.object({ key: z.string(), label: z.string(), should: z.string() })),
  askedAt: z.string(),
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  answeredBy: z.string().nullable(),
  /** Whether the reader may answer it now. */
  canAnswer: z.boolean(),
  /** Where the reader's office finds the record. */
  link: z.string().nullable(),
})
export type Correction = z.infer<typeof correction>
export const correctionPage = page(correction)

/** A request that waits for an office, as its workbench is told of it. */
export type WaitingCorrection = Pick<
  Correction,
  'id' | 'type' | 'recordId' | 'ownerName' | 'reason' | 'askedAt'
> & { readonly waitingDays: number }

/**
 * Whether a level above has confirmed what a school recorded, where that is asked for; `at` null: it waits.
 */
export const confirmation = z.object({
  by: z.string().nullable(),
  at: z.string().nullable(),
  version: z.int(),
  canConfirm: z.boolean(),
})
export type Confirmation = z.infer<typeof confirmation>

export const confirmationQuery = z.strictObject({ ...paging, queue: queue.default('mine') })

/** A record registered by a school that an office above confirms, as a line. Its values are in the record. */
const confirmationLine = z.object({
  id: uuid,
  type: z.string(),
  /** The type in words. */
  title: z.string(),
  ownerName: z.string(),
  institutionName: z.string(),
  summary: z.string(),
  state: z.enum(['open', 'confirmed', 'voided']),
  registeredBy: z.string(),
  registeredAt: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  link: z.string().nullable(),
})
export type ConfirmationLine = z.infer<typeof confirmationLine>
export const confirmationPage = page(confirmationLine).extend({ counts: queueCounts })

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
