import { z } from 'zod'
import { dayText } from '../envelope.ts'

/** Roles that review, and so may leave their work to a deputy. */
export const lendingRoles = [3, 4, 5, 6] as const

/** The longest time for which work is left to somebody, in days. */
export const mostLentDays = 366

const day = dayText('请填写日期')

/** One deputy: who does whose work, from when until when, both days included. */
export const deputy = z.object({
  /** The identity that was lent. */
  id: z.number().int(),
  name: z.string(),
  /** The officer whose work it is. */
  lender: z.string(),
  from: z.string(),
  until: z.string(),
  standing: z.enum(['waiting', 'now', 'over']),
  /** How often the deputy has decided something. */
  acts: z.number().int(),
})
export type Deputy = z.infer<typeof deputy>

/**
 * GET /api/v1/user/deputies: those the own identity named, the latest first; `mine` when the own identity is
 * itself a lent one.
 */
export const deputies = z.object({ list: z.array(deputy), mine: deputy.nullable() })

/** GET /api/v1/user/deputies/colleagues. */
export const colleagueQuery = z.strictObject({ q: z.string().trim().max(20, '不超过 20 个字').default('') })
export const colleague = z.object({ personId: z.number().int(), name: z.string(), known: z.string() })
export type Colleague = z.infer<typeof colleague>

/** POST /api/v1/user/deputies. */
export const deputyDraft = z.strictObject({
  personId: z.int({ error: '请选择代办人' }),
  from: day,
  until: day,
})

/** PUT /api/v1/user/deputies/{id}: another last day. */
export const deputyEdit = z.strictObject({ until: day })
