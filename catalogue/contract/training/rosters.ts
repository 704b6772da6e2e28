import { z } from 'zod'
import { presenceStatuses } from '../../presence/rules.ts'
import { page, paging, uuid } from '../envelope.ts'
import { isStorable } from '../../kinds/kind.ts'

/** GET /api/v1/train/rosters: projects that have begun, the latest first. */
export const rosterQuery = z.strictObject({
  ...paging,
  year: z.coerce.number({ error: '年度应为数字' }).int('年度应为整数').min(2000).max(2100).optional(),
  state: z.enum(['ongoing', 'assessing', 'finished'], { error: '没有这种状态' }).optional(),
})
export const rosterPage = page(
  z.object({
    id: z.string(),
    title: z.string(),
    host: z.string(),
    state: z.string(),
    startDate: z.string().nullable(),
    endDate: z.string().nullable(),
    classes: z.int(),
    sessions: z.int(),
    learners: z.int(),
    qualified: z.int(),
    unqualified: z.int(),
  }),
)
export type RosterPage = z.infer<typeof rosterPage>

/** GET /api/v1/train/project/{id}/roster: learners by seat, each with a mark for every session. */
export const courseRosterQuery = z.strictObject({
  ...paging,
  className: z.string().trim().max(100).refine(isStorable, '含有不能保存的字符').optional(),
  state: z.enum(['learning', 'qualified', 'unqualified', 'confirmed'], { error: '没有这种状态' }).optional(),
  /** Only who attended less than the project asks for. */
  below: z.enum(['1'], { error: '请填 1，或者不填' }).optional(),
})
const learner = z.object({
  id: z.string(),
  teacherId: z.int(),
  seatNo: z.int().nullable(),
  name: z.string(),
  school: z.string(),
  stage: z.string().nullable(),
  subject: z.string().nullable(),
  className: z.string(),
  /** By session; null where it is not over, and without a key where it is no session of the class. */
  statuses: z.record(z.string(), z.enum(presenceStatuses).nullable()),
  /** In percent; null where nothing was due. */
  attendance: z.number().nullable(),
  enough: z.boolean(),
  /** Sessions that may still be missed; null once none is left. */
  spare: z.int().nullable(),
  score: z.number().nullable(),
  state: z.string(),
  number: z.string().nullable(),
})
export type RosterLearner = z.infer<typeof learner>
export const courseRoster = page(learner).extend({
  title: z.string(),
  state: z.string(),
  /** Whether the reader's office holds the project; whether the reader works in it, as host or of its team. */
  isMine: z.boolean(),
  works: z.boolean(),
  passScore: z.number().nullable(),
  leastAttendance: z.number(),
  classes: z.array(z.string()),
  sessions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      className: z.string(),
      place: z.string(),
      startsAt: z.number(),
      endsAt: z.number(),
      /** Whether anybody was marked; a session without a mark is due for nobody. */
      called: z.boolean(),
      over: z.boolean(),
    }),
  ),
})
export type CourseRoster = z.infer<typeof courseRoster>

/** POST /api/v1/train/project/{id}/replacements: a teacher takes the seat and class of an entry. */
export const replacementAsked = z.strictObject({
  entry: uuid,
  teacherId: z.int('请选择接替的教师').positive('请选择接替的教师').max(2_147_483_647, '没有该教师'),
  reason: z
    .string({ error: '请写明原因' })
    .trim()
    .min(1, '请写明原因')
    .max(200, '原因不超过 200 字')
    .refine(isStorable, '含有不能保存的字符'),
})
export const replacementMade = z.object({ id: z.string(), state: z.string(), seatNo: z.int() })

/** Most rows of scores at once. */
export const mostScores = 500
/** POST /api/v1/train/project/{id}/scores: by seat or name; an empty score leaves what is there. */
export const scoreRows = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        row: z.int().min(1),
        who: z.string().trim().max(60, '姓名或席位号不超过 60 字'),
        score: z.string().trim().max(10, '成绩应为 0 至 100 的整数'),
      }),
      { error: '请粘贴席位号或姓名、成绩两列' },
    )
    .min(1, '请粘贴席位号或姓名、成绩两列')
    .max(mostScores, `一次最多 ${mostScores} 行`),
})
export const scoresWritten = z.object({ written: z.int(), same: z.int() })
