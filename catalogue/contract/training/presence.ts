import { z } from 'zod'
import { doubtWords, presenceMeans, presenceStatuses, type PresenceWay } from '../../presence/rules.ts'
import { dayText, page, paging, uuid } from '../envelope.ts'

const status = z.enum(presenceStatuses)
const settled = z.enum(['1', '2', '3', '4', '5', '6'], { error: '请选择出勤、迟到、早退、请假、公假或缺勤' })
const ways = ['in', 'out'] as const satisfies readonly PresenceWay[]
const way = z.enum(ways, { error: '请说明是签到还是签退' }).default('in')
const reason = z.string({ error: '请写明原因' }).max(200, '原因不超过 200 字')
const teacherId = z.int({ error: '教师编号应为数字' }).positive('教师编号应为数字').max(2_147_483_647)
const clock = z.string({ error: '时间应形如 08:30' }).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, '时间应形如 08:30')

/** Most people of a training day of a school. */
export const mostExpected = 1_000

/** A training day of a school, as somebody plans it. */
export const trainingDayDraft = z.strictObject({
  title: z.string({ error: '请填写主题' }).trim().min(1, '请填写主题').max(60, '主题不超过 60 字'),
  day: dayText('日期应形如 2026-01-31'),
  from: clock,
  to: clock,
  place: z.string({ error: '请填写地点' }).trim().min(1, '请填写地点').max(60, '地点不超过 60 字'),
  hours: z
    .number({ error: '学时应为数字' })
    .min(0, '学时不能小于 0')
    .max(24, '一天的学时不能超过 24')
    .refine((hours) => Number.isInteger(Math.round(hours * 1e6) / 1e5), '学时最多一位小数'),
  teachers: z
    .array(teacherId, { error: '请选择参加的教师' })
    .min(1, '请选择参加的教师')
    .max(mostExpected, `一场最多 ${mostExpected} 人`),
})
export type TrainingDayDraft = z.output<typeof trainingDayDraft>

export const trainingDayStates = ['planned', 'running', 'over', 'fixed', 'cancelled'] as const

const trainingDayFacts = {
  /** Of the session, by which the calls of presence name it. */
  id: z.string(),
  title: z.string(),
  place: z.string(),
  startsAt: z.number(),
  endsAt: z.number(),
  hours: z.number(),
  state: z.enum(trainingDayStates),
}
export const trainingDayLine = z.object({
  ...trainingDayFacts,
  expected: z.number().int(),
  marked: z.number().int(),
  doubts: z.number().int(),
})
export type TrainingDayLine = z.infer<typeof trainingDayLine>
export const trainingDayPage = page(trainingDayLine)
export const trainingDayQuery = z.strictObject(paging)
export const sessionParams = z.object({ id: uuid })
export const correctionParams = z.object({ id: uuid, correction: uuid })

/** Somebody who may be put on a list. */
const named = { teacherId: z.number().int(), name: z.string(), institution: z.string() }
export const expectedPeople = z.array(z.object(named))
export type ChosenPerson = z.infer<typeof expectedPeople>[number]

const mark = z.object({
  way: z.enum(ways),
  status,
  means: z.enum(Object.keys(presenceMeans) as [keyof typeof presenceMeans]),
  moment: z.number(),
  doubt: z.enum(Object.keys(doubtWords) as [keyof typeof doubtWords]).nullable(),
  /** Names of others who checked in with the same phone. */
  beside: z.array(z.string()),
})
export const expectedPerson = z.object({
  ...named,
  /** Null as long as it is open. */
  status: status.nullable(),
  marks: z.array(mark),
})
export type ExpectedPerson = z.infer<typeof expectedPerson>
export const sessionCorrection = z.object({
  id: z.string(),
  teacherId: z.number().int(),
  name: z.string(),
  way: z.enum(ways),
  was: status.nullable(),
  wish: status,
  reason: z.string(),
  askedAt: z.string(),
  accepted: z.boolean().nullable(),
  note: z.string(),
})
export type SessionCorrection = z.infer<typeof sessionCorrection>

/** A session as its leader sees it. */
export const ledSession = z.object({
  ...trainingDayFacts,
  /** Whether it is changed and closed by itself; a session of a project is closed with all of it. */
  single: z.boolean(),
  signOut: z.boolean(),
  heads: z.number().int().nullable(),
  people: z.array(expectedPerson),
  corrections: z.array(sessionCorrection),
})
export type LedSession = z.infer<typeof ledSession>

/** What a screen shows for ten minutes. */
export const codesAhead = z.object({
  slotSeconds: z.number().int(),
  now: z.number(),
  codes: z.array(z.string()),
  numbers: z.array(z.number().int()),
})
export type CodesAhead = z.infer<typeof codesAhead>

export const markSetting = z.strictObject({ teacherId, way, status: settled, reason })
export const headCount = z.strictObject({
  heads: z.int({ error: '人数要填 0 以上的整数' }).min(0, '人数要填 0 以上的整数').max(100_000, '人数过大'),
})
export const cancelling = z.strictObject({ reason })
export const ownCodeScan = z.strictObject({ code: z.string({ error: '请扫学员的本人码' }).max(500) })
export const sheetRows = z.strictObject({
  rows: z
    .array(
      z.strictObject({ row: z.int().min(1), name: z.string().trim().max(60), cell: z.string().max(60) }),
      { error: '请粘贴姓名和状态两列' },
    )
    .min(1, '请粘贴姓名和状态两列')
    .max(mostExpected, `一次最多 ${mostExpected} 行`),
})
export const sheetAnswer = z.object({ written: z.number().int(), held: z.array(z.string()) })
export const correctionDecision = z.strictObject({
  accepted: z.boolean({ error: '请选择同意或不同意' }),
  note: reason.default(''),
})

/** What the phone's last scan came to; null where it scanned nothing within three minutes. */
export const scanState = z.union([
  z.object({ state: z.literal('claim'), title: z.string(), place: z.string(), startsAt: z.number() }),
  z.object({ state: z.literal('question'), numbers: z.array(z.number().int()) }),
  z.object({ state: z.literal('refused'), message: z.string() }),
  z.object({ state: z.literal('none') }),
])
export type ScanState = z.infer<typeof scanState>
export const numberAnswer = z.strictObject({ number: z.int({ error: '请选择大屏上的数字' }) })
export const numberJudged = z.object({ left: z.number().int().nullable() })

/** That somebody is checked in, or out. */
export const checkedIn = z.object({
  title: z.string(),
  place: z.string(),
  name: z.string(),
  way: z.enum(ways),
  status,
  moment: z.number(),
  doubt: mark.shape.doubt,
})
export type CheckedIn = z.infer<typeof checkedIn>
/** That the leader of a session checked somebody in by the own code, and where the leader goes on. */
export const ownCodeMarked = checkedIn.extend({ ledAt: z.string() })
export type OwnCodeMarked = z.infer<typeof ownCodeMarked>
export const keptScan = z.strictObject({
  session: uuid,
  code: z.string({ error: '请扫大屏上的二维码' }).regex(/^[0-9A-Z]{10}$/, '这不是签到码'),
})

/** A session as a teacher who is expected sees it. */
export const ownSession = z.object({
  ...trainingDayFacts,
  institution: z.string(),
  status: status.nullable(),
  /** The last day for a correction. */
  correctableUntil: z.string(),
  correction: z.object({ wish: status, accepted: z.boolean().nullable(), note: z.string() }).nullable(),
})
export type OwnSession = z.infer<typeof ownSession>
export const ownSessions = z.object({ list: z.array(ownSession) })
export const correctionDraft = z.strictObject({ way, wish: settled, reason })
export const ownCode = z.object({ code: z.string(), seconds: z.number().int() })
