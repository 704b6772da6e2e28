import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { page, paging } from '../envelope.ts'

/** GET /api/v1/contents/{type}/{id}/reach: how many the working copy is for, counted now. */
export const contentReach = z.object({
  /** Whether visitors without an account read it too. */
  everybody: z.boolean(),
  people: z.int(),
  institutions: z.int(),
  /** Code of shareScope of what stands in a library: for who decides what his agreement gives. */
  reach: z.string().optional(),
  byRole: z.array(z.object({ role: z.int(), label: z.string(), people: z.int() })),
})
export type ContentReach = z.infer<typeof contentReach>

/** One institution asked to confirm. */
export const confirmationLine = z.object({
  id: z.number().int(),
  institution: z.string(),
  level: z.string(),
  confirmedAt: z.string().nullable(),
  by: z.string().nullable(),
  remindedAt: z.string().nullable(),
})
export type ConfirmationLine = z.infer<typeof confirmationLine>
export const confirmationQuery = z.strictObject({
  ...paging,
  state: z.enum(['waiting', 'confirmed'], { error: '没有这种状态' }).optional(),
  q: z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional(),
})
/** GET /api/v1/contents/{type}/{id}/confirmations; `until` null: nobody is asked. */
export const confirmationPage = page(confirmationLine).extend({
  until: z.string().nullable(),
  asked: z.int(),
  confirmed: z.int(),
})

/**
 * POST /api/v1/contents/{type}/{id}/remind: how many institutions were told now, how many had been within a
 * day.
 */
export const reminded = z.object({ reminded: z.int(), lately: z.int() })

/**
 * GET and POST /api/v1/portal/confirmation/{type}/{id}: how the reader's own institution stands to it; null:
 * it is not asked.
 */
export const ownConfirmation = z
  .object({
    until: z.string(),
    institution: z.string(),
    confirmed: z.object({ at: z.string(), by: z.string() }).nullable(),
  })
  .nullable()
export type OwnConfirmation = z.infer<typeof ownConfirmation>

/** What an institution has to confirm yet, for its workbench. */
export interface OpenConfirmation {
  readonly id: number
  readonly title: string
  readonly from: string
  readonly until: string
  readonly since: string
  readonly link: string
}
