import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { measureNames } from '../../teaching/studio-measures.ts'
import { page, paging, uuid } from '../envelope.ts'

const typed = (most: number) =>
  z.string().trim().max(most, `不超过 ${most} 个字`).refine(isStorable, '含有不能保存的字符')
const teacher = z.int('教师编号应为整数').positive('教师编号应为正数').max(2_147_483_647, '没有该教师')
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, '日期应写成 2026-09-30')
  .refine((text) => new Date(`${text}T00:00:00Z`).toISOString().startsWith(text.slice(0, 8)), '没有这一天')
const code = typed(10)
const light = z.enum(['done', 'onTime', 'slow', 'behind', 'overdue'])
const yearNo = z.coerce
  .number({ error: '年度应为数字' })
  .int('年度应为整数')
  .min(1, '没有本年度')
  .max(9, '没有本年度')

export const studioParams = z.object({ id: uuid })

/** How many tasks of the year have each light. */
const lights = z.partialRecord(light, z.int())

const studioLine = z.object({
  id: z.string(),
  name: z.string(),
  level: z.string(),
  kind: z.string(),
  subject: z.string().nullable(),
  host: z.string(),
  institution: z.string(),
  state: z.string(),
  members: z.int(),
  capacity: z.int(),
  /** Empty where the year has no tasks. */
  lights,
  periodEnd: z.string(),
  lastResult: z.string().nullable(),
})
export type StudioLine = z.infer<typeof studioLine>

/** GET /api/v1/teaching/studios: studios of the office's scope that run or are over. */
export const studiosAsked = z.strictObject({
  ...paging,
  q: typed(60).optional(),
  over: z.enum(['0', '1'], '应为 0 或 1').default('0'),
  level: code.optional(),
  kind: code.optional(),
  subject: code.optional(),
  /** Those with a task of this light, or `late` with any that is slow, behind or overdue. */
  light: z.enum(['done', 'onTime', 'slow', 'behind', 'overdue', 'late'], '没有这种状态').optional(),
})
export type StudiosAsked = z.infer<typeof studiosAsked>
export const studioPage = page(studioLine)
export type StudioPage = z.infer<typeof studioPage>

/** GET /api/v1/teaching/studios/open: studios of the teacher's region that run, with what the teacher is in each. */
export const openStudiosAsked = z.strictObject({ ...paging, q: typed(60).optional() })
export const openStudioPage = page(
  z.object({
    id: z.string(),
    name: z.string(),
    level: z.string(),
    kind: z.string(),
    subject: z.string().nullable(),
    host: z.string(),
    institution: z.string(),
    /** Places in the room that nobody holds. */
    left: z.int(),
    /** The membership under way, or null. */
    mine: z.object({ id: z.string(), state: z.string() }).nullable(),
  }),
)
export type OpenStudioPage = z.infer<typeof openStudioPage>

/** GET /api/v1/teaching/studios/own: studios that the teacher hosts, is in, was in or asked to be in. */
export const ownStudios = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.string(),
      host: z.string(),
      /** The role in the studio (dictionary memberRole); 1 for the host. */
      role: z.string(),
      membership: z.object({ id: z.string(), state: z.string() }).nullable(),
      /** For the host: applications that wait, and tasks to catch up on. */
      waiting: z.int(),
      late: z.int(),
    }),
  ),
})
export type OwnStudios = z.infer<typeof ownStudios>

const task = z.object({
  no: z.int(),
  measure: z.enum(measureNames),
  label: z.string(),
  target: z.int(),
  dueOn: z.string().nullable(),
  note: z.string(),
  done: z.int(),
  /** How much of it the reader did; null where the reader is no member. */
  own: z.int().nullable(),
  light,
  /** What should be done by now, by the time that has gone; one decimal. */
  expected: z.number(),
})
export type StudioTask = z.infer<typeof task>

const member = z.object({
  id: z.string(),
  name: z.string(),
  institution: z.string(),
  rural: z.boolean(),
  role: z.string(),
  state: z.string(),
  joinedOn: z.string().nullable(),
  answerBy: z.string().nullable(),
  activities: z.int(),
  lessons: z.int(),
  sheets: z.int(),
})
export type StudioMember = z.infer<typeof member>

/** GET /api/v1/teaching/studios/{id}/board?year=: the page of a studio. */
export const boardAsked = z.strictObject({ year: yearNo.optional() })
export const studioBoard = z.object({
  id: z.string(),
  name: z.string(),
  state: z.string(),
  kind: z.string(),
  level: z.string(),
  subject: z.string().nullable(),
  stage: z.string().nullable(),
  host: z.string(),
  institution: z.string(),
  office: z.string(),
  closedOn: z.string().nullable(),
  /** What the reader is: the host, an office of the way, or a member. */
  as: z.enum(['host', 'office', 'school', 'member']),
  years: z.array(
    z.object({
      no: z.int(),
      from: z.string(),
      to: z.string(),
      /** What became of its assessment. */
      state: z.string().nullable(),
      score: z.number().nullable(),
      result: z.string().nullable(),
    }),
  ),
  year: z.object({
    no: z.int(),
    from: z.string(),
    to: z.string(),
    daysLeft: z.int(),
    /** Percent of the year that has gone, one decimal. */
    gone: z.number(),
    /** The day on which its numbers were frozen; null while they move. */
    frozenOn: z.string().nullable(),
    version: z.int(),
    mayPlan: z.boolean(),
  }),
  tasks: z.array(task),
  members: z.array(member),
  applications: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      institution: z.string(),
      rural: z.boolean(),
      role: z.string(),
      reason: z.string(),
      since: z.string(),
      version: z.int(),
      /** Why there is no place for this one, in a sentence; null where there is. */
      refusal: z.string().nullable(),
    }),
  ),
  places: z.object({
    capacity: z.int(),
    schoolCap: z.int(),
    ruralShare: z.int(),
    urban: z.int(),
    rural: z.int(),
    invited: z.int(),
    network: z.int(),
  }),
  face: z.object({ contentId: z.int(), state: z.string(), named: z.int() }).nullable(),
  notices: z.array(
    z.object({ id: z.string(), title: z.string(), until: z.string(), entry: z.string().nullable() }),
  ),
})
export type StudioBoard = z.infer<typeof studioBoard>

/** GET /api/v1/teaching/studios/{id}/tasks/{year}/{no}: the list behind a number. */
export const evidenceParams = z.object({ id: uuid, year: yearNo, no: z.coerce.number().int().min(1).max(99) })
export const taskEvidence = z.object({
  label: z.string(),
  counted: z.string(),
  done: z.int(),
  list: z.array(z.object({ ref: z.string(), day: z.string(), title: z.string(), people: z.string() })),
})
export type TaskEvidence = z.infer<typeof taskEvidence>

/** PUT /api/v1/teaching/studios/{id}/plan: the tasks of a year, whole, at the version that was read. */
export const planWritten = z.strictObject({
  year: z.int('年度应为整数').min(1, '没有本年度').max(9, '没有本年度'),
  version: z.int('版本应为整数').min(0),
  tasks: z
    .array(
      z.strictObject({
        measure: z.enum(measureNames, '请选择按什么计数'),
        label: typed(60),
        target: z.int('目标应为整数').min(1, '目标不少于 1').max(9999, '目标不超过 9999'),
        dueOn: day.nullable().default(null),
        stated: z.int('完成数应为整数').min(0, '完成数不少于 0').max(9999, '完成数不超过 9999').default(0),
        note: typed(200).default(''),
      }),
    )
    .max(20, '任务最多 20 项'),
})
export type PlanWritten = z.infer<typeof planWritten>
export const planKept = z.object({ version: z.int() })

/** GET …/{id}/candidates: teachers whom the host may invite, by name. */
export const studioCandidatesAsked = z.strictObject({ ...paging, q: typed(60).optional() })
export const studioCandidates = page(
  z.object({
    teacherId: z.int(),
    name: z.string(),
    institution: z.string(),
    subject: z.string().nullable(),
    state: z.string().nullable(),
  }),
)
export type StudioCandidates = z.infer<typeof studioCandidates>

/** POST …/{id}/invitations: each answers within seven days. */
export const studioInvitations = z.strictObject({
  teachers: z.array(teacher).min(1, '请选择教师').max(50, '一次最多 50 人'),
  memberRole: z.enum(['2', '3', '4', '5', '6', '9'], '请选择角色').default('4'),
})
export const invitationReport = z.object({
  done: z.array(z.object({ teacherId: z.int(), id: z.string() })),
  refused: z.array(z.object({ teacherId: z.int(), name: z.string(), message: z.string() })),
})
export type InvitationReport = z.infer<typeof invitationReport>

/** POST …/{id}/applications: begins the teacher's application as a draft, or answers the one under way. */
export const applicationBegun = z.object({ id: z.string() })

/** POST …/{id}/face: brings what the portal shows up to date. */
export const studioFaceShown = z.object({ contentId: z.int(), state: z.string() })
