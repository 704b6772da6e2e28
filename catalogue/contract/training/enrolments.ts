import { z } from 'zod'
import { page, paging, uuid } from '../envelope.ts'
import { isStorable } from '../../kinds/kind.ts'
import { presenceStatuses } from '../../presence/rules.ts'

const teacher = z.int('教师编号应为整数').positive('教师编号应为正数').max(2_147_483_647, '没有该教师')
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

/** GET /api/v1/train/project/{id}/seats: granted = given + held + offered + left, in every row and with what lies below. */
export const seatBoardQuery = z.strictObject({
  /** An institution below the reader's: its pools instead of the reader's. */
  of: z.coerce
    .number({ error: '单位编号应为数字' })
    .int('单位编号应为整数')
    .positive('单位编号应为正数')
    .max(2_147_483_647, '单位编号过大')
    .optional(),
})
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
      /** With everything that was given on: granted = held + offered + left. */
      whole: z.object({ held: z.int(), offered: z.int(), left: z.int(), waiting: z.int() }),
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
  /** Entries that the reader sees, by state; states without any are left out. */
  counts: z.record(z.string(), z.int()),
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

/** GET /api/v1/train/desk: projects that are not over, those with something to decide first. */
export const enrolmentDesk = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      state: z.string(),
      host: z.string(),
      until: z.string().nullable(),
      /** Places of the reader's office; null where it was granted none. */
      granted: z.int().nullable(),
      given: z.int().nullable(),
      used: z.int().nullable(),
      handedIn: z.int(),
      /** What waits for the reader's office, and how much of it has a hint. */
      pending: z.int(),
      hinted: z.int(),
      waiting: z.int(),
      oldest: z.string().nullable(),
    }),
  ),
})
export type EnrolmentDesk = z.infer<typeof enrolmentDesk>

const day = z.iso.date({ error: '日期格式应为 2026-01-31' })

/** GET /api/v1/train/sessions: the timetable of some days, of own projects or of those in reach. */
export const sessionQuery = z.strictObject({
  from: day.optional(),
  to: day.optional(),
  project: uuid.optional(),
})
export const sessionList = z.object({
  from: z.string(),
  to: z.string(),
  list: z.array(
    z.object({
      id: z.string(),
      projectId: z.string(),
      project: z.string(),
      title: z.string(),
      lecturer: z.string(),
      className: z.string(),
      startsAt: z.string(),
      endsAt: z.string(),
      place: z.string(),
      hours: z.number(),
      mode: z.string(),
      /** The course that is watched for it; null where people meet. */
      course: z.int().nullable(),
      /**
       * Whether the reader leads it, and works in the project, as its office or of its team; how many came of
       * those who are expected.
       */
      leads: z.boolean(),
      works: z.boolean(),
      came: z.int(),
      expected: z.int(),
      /** What the reader was marked in it; null where nothing is, and for offices. */
      own: z.enum(presenceStatuses).nullable(),
    }),
  ),
  /** The projects that have sessions in these days, whichever is asked for, and the one that is. */
  projects: z.array(z.object({ id: z.string(), title: z.string() })),
  /** The day of the next session behind these days. */
  next: z.string().nullable(),
})
export type SessionList = z.infer<typeof sessionList>

const searched = z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能保存的字符')

/** GET /api/v1/train/project/{id}/learners: entries of a project, or of one school in it. */
export const learnerQuery = z.strictObject({
  ...paging,
  school: z.coerce.number({ error: '学校编号应为整数' }).int().positive().max(2_147_483_647).optional(),
  state: z.string().max(40).optional(),
  q: searched.optional(),
})
export const learnerPage = page(
  z.object({
    id: z.string(),
    teacherId: z.int(),
    name: z.string(),
    schoolId: z.int().nullable(),
    school: z.string(),
    role: z.string(),
    seatNo: z.int().nullable(),
    state: z.string(),
    hints: z.string().nullable(),
    score: z.number().nullable(),
  }),
).extend({
  title: z.string(),
  /** Schools with entries, with how many. */
  schools: z.array(z.object({ id: z.int(), name: z.string(), many: z.int() })),
})
export type LearnerPage = z.infer<typeof learnerPage>

/** GET /api/v1/train/learners: people with entries that the reader may read, by name. */
export const learnerSearch = z.strictObject({ q: searched.min(1, '请输入姓名') })
export const learnersFound = z.object({
  list: z.array(z.object({ teacherId: z.int(), name: z.string(), school: z.string(), entries: z.int() })),
})
export const learnerParams = z.object({
  teacherId: z.coerce.number({ error: '教师编号应为数字' }).int().positive().max(2_147_483_647),
})
/** GET /api/v1/train/learners/{teacherId}: every entry of one person. */
export const learnerView = z.object({
  teacherId: z.int(),
  name: z.string(),
  school: z.string(),
  list: z.array(
    z.object({
      id: z.string(),
      project: z.string(),
      host: z.string(),
      startDate: z.string().nullable(),
      endDate: z.string().nullable(),
      state: z.string(),
      seatNo: z.int().nullable(),
      score: z.number().nullable(),
      hours: z.number().nullable(),
    }),
  ),
})
export type LearnerView = z.infer<typeof learnerView>
