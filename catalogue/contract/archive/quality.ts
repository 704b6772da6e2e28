import { z } from 'zod'
import { page, paging, uuid } from '../envelope.ts'

/** What a finding is about. */
export const findingKinds = ['missing', 'contradiction', 'outlier', 'duplicate'] as const
export type FindingKind = (typeof findingKinds)[number]
export const findingLabels = {
  missing: '缺漏',
  contradiction: '前后矛盾',
  outlier: '异常值',
  duplicate: '疑似重复',
} as const satisfies Record<FindingKind, string>

/** GET /api/v1/quality. */
export const findingQuery = z.strictObject({
  ...paging,
  kind: z.enum(findingKinds, { error: '没有该问题' }).optional(),
  type: z.string().max(60).optional(),
  q: z.string().trim().max(30, '姓名不超过 30 个字').optional(),
})

export const finding = z.object({
  ownerId: z.number().int(),
  ownerName: z.string(),
  institutionName: z.string(),
  kind: z.enum(findingKinds),
  type: z.string(),
  title: z.string(),
  recordId: uuid.nullable(),
  field: z.string(),
  /** Label of the field; empty for a section that is not there. */
  label: z.string(),
  message: z.string(),
  /** The other archive of a possible duplicate, where it lies in the reader's scope too. */
  other: z.object({ ownerId: z.number().int(), name: z.string(), institution: z.string() }).nullable(),
})
export type FindingView = z.infer<typeof finding>
export const findingPage = page(finding)

/**
 * GET /api/v1/quality/summary: archives examined in the reader's scope, and findings by kind and by record
 * type.
 */
export const findingSummary = z.object({
  archives: z.number().int(),
  examined: z.number().int(),
  /** Archives without any finding. */
  sound: z.number().int(),
  oldestCheck: z.string().nullable(),
  /** When these numbers were counted, for a large province; null where they are of this moment. */
  countedAt: z.string().nullable(),
  kinds: z.array(z.object({ kind: z.enum(findingKinds), count: z.number().int() })),
  types: z.array(z.object({ type: z.string(), title: z.string(), count: z.number().int() })),
})
export type FindingSummary = z.infer<typeof findingSummary>
