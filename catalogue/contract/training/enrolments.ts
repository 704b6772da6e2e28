import { z } from 'zod'
import { page, paging, uuid } from '../envelope.ts'
import { isStorable } from '../../kinds/kind.ts'

const teacher = z.int('教师编号应为整数').positive('教师编号应为正数').max(2_147_483_647, '没有这位教师')
const words = z.string().trim().max(500, '不超过 500 个字').refine(isStorable, '含有不能保存的字符')

export const projectParams = z.object({ id: uuid })
export const seatParams = z.object({
  id: uuid,
  no: z.coerce.number({ error: '席位号应为整数' }).int('席位号应为整数').min(1).max(199_999),
})

/** GET /api/v1/train/project/{id}/candidates: own teachers, those who need it most first. */
export const candidateQuery = z.strictObject({
  ...paging,
  q: z.string().trim().max(60).refine(isStorable, '含有不能保存的字符').optional(),
})
export const candidatePage = page(
  z.object({
    teacherId: z.int(),
    name: z.string(),
    subject: z.string().nullable(),
    stage: z.string().nullable(),
    /** The last day of a training at county level or above; null for never. */
    trainedUntil: z.string().nullable(),
    /** What does not hold; `advisory` passes with a written reason. */
    unmet: z.array(z.object({ advisory: z.boolean(), message: z.string() })),
    /** The entry in this project, if there is one under way. */
    entry: z.object({ id: z.string(), state: z.string() }).nullable(),
  }),
)
export type CandidatePage = z.infer<typeof candidatePage>

/** POST /api/v1/train/project/{id}/nominations: the school recommends; everybody is asked to agree. */
export const nominationsMade = z.strictObject({
  teachers: z.array(teacher).min(1, '请选择教师').max(100, '一次最多推荐 100 人'),
  reason: words.default(''),
  exceptionReason: words.default(''),
})
export const nominationReport = z.object({
  done: z.array(z.object({ teacherId: z.int(), id: z.string(), state: z.string() })),
  refused: z.array(z.object({ teacherId: z.int(), name: z.string(), message: z.string() })),
})
export type NominationReport = z.infer<typeof nominationReport>

/** POST /api/v1/train/project/{id}/approvals: whatever waits for the office and has no hint. */
export const approvalReport = z.object({
  approved: z.int(),
  waitlisted: z.int(),
  /** Entries with a hint: each is decided by itself. */
  stay: z.int(),
  refused: z.array(z.object({ id: z.string(), name: z.string(), message: z.string() })),
})
export type ApprovalReport = z.infer<typeof approvalReport>

/** GET /api/v1/train/project/{id}/seats: granted = given + held + offered + left, in every row. */
export const seatBoard = z.object({
  pools: z.array(
    z.object({
      institutionId: z.int(),
      name: z.string(),
      own: z.boolean(),
      granted: z.int(),
      given: z.int(),
      held: z.int(),
      offered: z.int(),
      left: z.int(),
      waiting: z.int(),
      /** When the next offer ends. */
      until: z.string().nullable(),
    }),
  ),
  waiting: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      institution: z.string(),
      place: z.int(),
      because: z.string(),
      passed: z.string().nullable(),
    }),
  ),
})
export type SeatBoard = z.infer<typeof seatBoard>

/** GET /api/v1/train/project/{id}/seats/{no}: what happened to a seat, the newest first. */
export const seatChain = z.object({
  no: z.int(),
  lines: z.array(
    z.object({
      act: z.enum(['taken', 'offered', 'accepted', 'freed', 'lapsed', 'replaced']),
      name: z.string(),
      until: z.string().nullable(),
      reason: z.string(),
      by: z.string().nullable(),
      at: z.string(),
    }),
  ),
})
export type SeatChain = z.infer<typeof seatChain>
