import { z } from 'zod'
import { states, verbs } from '../../flows/review.ts'
import { page, uuid } from '../envelope.ts'

/** Values of one record by field key; sealed and masked ones masked unless the reader is entitled to them. */
export const values = z.record(z.string(), z.unknown())

export const fileRef = z.object({ id: uuid, name: z.string(), mime: z.string(), bytes: z.number().int() })
export type FileRef = z.infer<typeof fileRef>

export const level = z.enum(['school', 'area', 'city', 'province'])
const fault = z.object({ field: z.string(), message: z.string() })
/** A warning with the submitter's explanation. */
const warning = fault.extend({ because: z.string().optional() })
export type Warning = z.infer<typeof warning>

/**
 * Beside the fields of a list row (house, section 6): who, where, in what state. Keys are reserved, no field
 * has them.
 */
export const rowMeta = z.object({
  id: uuid,
  version: z.number().int(),
  ownerId: z.number().int(),
  ownerName: z.string(),
  institutionName: z.string(),
  state: z.enum(states),
  level: level.nullable(),
  /** One line that names the record: 硕士研究生毕业，杏川师范大学. */
  summary: z.string(),
  /** Whether the values shown are effective; false: proposed. */
  effective: z.boolean(),
  /** State of a revision pending beside the effective value; in own sections and queues. */
  pending: z.enum(states).nullable(),
  /** Keys the pending revision changes; all filled ones for a new record. */
  changed: z.array(z.string()),
  isNew: z.boolean(),
  warnings: z.array(warning),
  attachmentCount: z.number().int(),
  submittedAt: z.string().nullable(),
  /** Whole days the item has waited with its current holder. */
  waitingDays: z.number().int().nullable(),
  /** In a queue: the current step has taken more working days than its chain allows. */
  overdue: z.literal(true).optional(),
  /** In a queue: approving at this step needs a reason. */
  reasonRequired: z.literal(true).optional(),
  holder: z.string().nullable(),
  updatedAt: z.string(),
  can: z.array(z.enum(verbs)),
  /** In force, and not yet confirmed by the office above the school that registered it. */
  unconfirmed: z.literal(true).optional(),
})
export type RowMeta = z.infer<typeof rowMeta>

/** A list row: the fields flat, plus the meta keys. */
export const listRow = rowMeta.catchall(z.unknown())
export type ListRow = z.infer<typeof listRow>
/**
 * Names of the records that values of the answer point to, by id. Records outside the reader's scope are left
 * out.
 */
const references = z.record(z.string(), z.string()).optional()

export const recordPage = page(listRow).extend({ references })
export type RecordPage = z.infer<typeof recordPage>

/** Counts of the tabs of a review page or of an own section. */
export const tabCounts = z.object({
  waiting: z.number().int(),
  /**
   * Items that wait for the reader, by whole days of waiting: up to three, four to seven, more; and the days
   * of the oldest.
   */
  ages: z.object({
    short: z.number().int(),
    middle: z.number().int(),
    long: z.number().int(),
    oldest: z.number().int(),
  }),
  forwarded: z.number().int(),
  approved: z.number().int(),
  returned: z.number().int(),
})

export const routeStep = z.object({
  level,
  institution: z.string(),
  /** Name of the person who acts there, when there is exactly one. */
  person: z.string().nullable(),
  state: z.enum(['done', 'current', 'next']),
  standsFor: z.array(z.object({ level, why: z.enum(['absent', 'unstaffed']) })),
  /** Median days this step took lately; null when too few to say. */
  usualDays: z.number().nullable(),
  /** Working days the step may take, where the chain says so. */
  days: z.number().int().optional(),
  /** Approving at this step needs a reason. */
  reasonRequired: z.literal(true).optional(),
})
export type RouteStepView = z.infer<typeof routeStep>

/** What owner or office wrote about a revision without deciding. */
export const remarkLine = z.object({
  at: z.string(),
  by: z.string(),
  office: z.string().nullable(),
  text: z.string(),
})

/**
 * The revision that is under way. `values` are whole; for a mixed record only the owner's fields can differ.
 */
export const pendingView = z.object({
  revisionId: uuid,
  no: z.number().int(),
  state: z.enum(states),
  level: level.nullable(),
  values,
  attachments: z.array(fileRef),
  changed: z.array(z.string()),
  /** Keys changed since this reviewer last looked; null when they never looked. */
  sinceMyLook: z.array(z.string()).nullable(),
  warnings: z.array(warning),
  /** Reasons of the last return or rejection, pinned to fields; cleared by the next submission. */
  reasons: z.array(z.object({ key: z.string(), reason: z.string() })),
  reason: z.string().nullable(),
  /** What was written about it without a decision, the oldest first. */
  remarks: z.array(remarkLine),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  submittedAt: z.string().nullable(),
  waitingDays: z.number().int().nullable(),
  route: z.array(routeStep),
  /** Last day for an appeal, when rejected and still open. */
  appealUntil: z.string().nullable(),
  /** Until when the reader may take back what they passed. */
  undoUntil: z.string().nullable(),
})
export type PendingView = z.infer<typeof pendingView>

/** A single read. */
export const recordView = z.object({
  id: uuid,
  version: z.number().int(),
  ownerId: z.number().int(),
  ownerName: z.string(),
  institutionName: z.string(),
  /** Stage and subject of the owner, such as 高中语文. */
  ownerNote: z.string(),
  state: z.enum(states),
  summary: z.string(),
  effective: values.nullable(),
  effectiveAttachments: z.array(fileRef),
  /**
   * Filled fields of the effective value that this reader sees in part and may ask to see in full, with a
   * reason.
   */
  masked: z.array(z.string()),
  /** When and by whom the effective value was verified or recorded. */
  appliedAt: z.string().nullable(),
  appliedBy: z.string().nullable(),
  pending: pendingView.nullable(),
  undoUntil: z.string().nullable(),
  can: z.array(z.enum(verbs)),
  /** In force, and not yet confirmed by the office above the school that registered it. */
  unconfirmed: z.literal(true).optional(),
  references,
})
export type RecordView = z.infer<typeof recordView>

/** POST …/{id}/reveal: one masked value in full; the reason is kept and the owner sees that it was read. */
export const revealBody = z.strictObject({
  field: z.string().max(60),
  reason: z.string({ error: '请写明原因' }).trim().min(2, '请写明原因').max(200, '原因不超过 200 个字'),
})
export type RevealBody = z.output<typeof revealBody>
export const revealed = z.object({ field: z.string(), value: z.unknown() })
export type RevealedValue = z.infer<typeof revealed>

/** One line of the timeline. */
export const historyEntry = z.object({
  at: z.string(),
  action: z.string(),
  level: level.nullable(),
  operator: z.string(),
  institution: z.string(),
  onBehalfOf: z.string().nullable(),
  reason: z.string().nullable(),
  fields: z.array(z.object({ key: z.string(), reason: z.string() })),
  /** Values before and after, of the fields an applied revision changed. */
  diff: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
  no: z.number().int(),
  references,
})
export type HistoryEntry = z.infer<typeof historyEntry>

/** The value that was effective at the end of a day, by recorded time; null when there was none. */
export const asOfView = z.object({
  date: z.string(),
  values: values.nullable(),
  attachments: z.array(fileRef),
  appliedAt: z.string().nullable(),
  references,
})
export type AsOfView = z.infer<typeof asOfView>

/** Body of POST …/{id}/{action}. */
export const actionBody = z.strictObject({
  reason: z.string().trim().max(500, '原因不超过 500 个字').optional(),
  fields: z
    .array(
      z.union([
        z.strictObject({
          key: z.string().max(60),
          reason: z.string().trim().max(200, '每条原因不超过 200 个字'),
        }),
        z
          .string()
          .max(60)
          .transform((key) => ({ key, reason: '' })),
      ]),
    )
    .max(60)
    .optional(),
  version: z.number().int().optional(),
  /** `return`: an earlier step (0 is the first) instead of the owner. */
  toStep: z.number().int().min(0).max(9).optional(),
  /** `return`: after mending, the item comes straight back to this step. */
  comeBack: z.boolean().optional(),
  /** `submit`: why a value that draws a warning is right all the same; `message` is the warning's. */
  because: z
    .array(
      z.strictObject({
        message: z.string().max(300),
        because: z.string().trim().max(200, '说明不超过 200 个字'),
      }),
    )
    .max(20)
    .optional(),
})
export type ActionBody = z.infer<typeof actionBody>

export const actionResult = z.object({
  id: uuid,
  version: z.number().int(),
  state: z.enum(states),
  level: level.nullable(),
})
export type ActionResult = z.infer<typeof actionResult>

export const batchBody = z.strictObject({
  ids: z.array(uuid).min(1, '请先选择').max(200, '一次至多 200 条'),
  action: z.enum(['approve', 'return', 'reject', 'undo', 'urge']),
  reason: z.string().trim().max(500).optional(),
  fields: actionBody.shape.fields,
})
export const batchResult = z.object({
  success: z.number().int(),
  results: z.array(
    z.object({
      id: uuid,
      ok: z.boolean(),
      state: z.enum(states).nullable(),
      version: z.number().int().nullable(),
      message: z.string().nullable(),
    }),
  ),
})
export type BatchResult = z.infer<typeof batchResult>

/** POST …/preview: the route and the faults that a submission would have. */
export const previewView = z.object({
  steps: z.array(routeStep),
  errors: z.array(fault),
  warnings: z.array(fault),
  /** Set when nobody above can review; the sentence says what to do. */
  blocked: z.string().nullable(),
})
export type PreviewView = z.infer<typeof previewView>

export const writeResult = z.object({ id: uuid, version: z.number().int() })
