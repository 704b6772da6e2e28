import { z } from 'zod'
import { uuid } from '../envelope.ts'

/** Members of projects, who say for themselves whether they take part. */

const count = z.number().int()
export const memberStates = {
  asked: '待本人确认',
  confirmed: '已确认',
  declined: '不参加',
  outside: '平台外人员，由单位核实',
} as const
const memberState = z.enum(['asked', 'confirmed', 'declined', 'outside'])
export type MemberState = z.infer<typeof memberState>

/** GET /api/v1/research/memberships: projects whose leaders named the reader. */
export const memberships = z.object({
  list: z.array(
    z.object({
      id: uuid,
      title: z.string(),
      leader: z.string(),
      institution: z.string(),
      duty: z.string(),
      /** The place among the members, from 1. */
      place: count,
      state: memberState,
      askedAt: z.string(),
    }),
  ),
})
export type Memberships = z.infer<typeof memberships>

export const membershipId = z.object({ id: uuid })
/** POST /api/v1/research/memberships/{id} */
export const membershipAnswer = z.strictObject({ agree: z.boolean({ error: '请选择是否参加' }) })
export const membershipAnswered = z.object({ state: memberState })

/** GET /api/v1/research/members/{id}: the members of one project, with their answers. */
export const caseMembers = z.object({
  list: z.array(
    z.object({
      place: count,
      name: z.string(),
      org: z.string(),
      state: memberState,
      answeredAt: z.string().nullable(),
    }),
  ),
})
export type CaseMembers = z.infer<typeof caseMembers>
