import { z } from 'zod'
import { hasCode, type DictName } from '../dictionaries/dictionaries.ts'
import { isStorable } from '../kinds/kind.ts'
import { plan, planBlock } from '../preps/plan.ts'
import { dayText, page, paging, uuid, filledText } from './envelope.ts'

const number = z.int().positive().max(2_147_483_647)
const code = (dict: DictName, label: string) =>
  z.string({ error: `请选择${label}` }).refine((one) => hasCode(dict, one), `没有该${label}`)
const version = z.int({ error: '缺少版本号' }).min(1)

/** Most teachers of a school who prepare one lesson together, beside its main author. */
export const mostMembers = 60

/** States of a prep, in their order; a fixed plan that is taken up again is discussed once more. */
export const prepStates = {
  planned: '待初备',
  drafting: '初备中',
  discussing: '研讨中',
  agreed: '已定共案',
  archived: '已归档',
} as const
export type PrepState = keyof typeof prepStates
const state = z.enum(Object.keys(prepStates) as [PrepState, ...PrepState[]])

export const prepParams = z.object({ id: uuid })
export const noteParams = z.object({ id: uuid, note: uuid })
export const versionParams = z.object({
  id: uuid,
  no: z.coerce.number({ error: '版本应为数字' }).int('版本应为整数').min(1).max(10_000),
})
/** A call that changes the state says which version of the prep it was decided on. */
export const prepMove = z.strictObject({ version })

/** What is prepared, in which week, and by whom. */
export const prepDraft = z.strictObject({
  title: filledText('课题', 60),
  schoolStage: code('schoolStage', '学段'),
  subject: code('subject', '学科'),
  grade: code('grade', '年级').nullable().default(null),
  nodes: z.array(number, { error: '请选择教材章节' }).max(6, '教材章节最多选 6 处').default([]),
  /** Any day of the week of the lesson. */
  week: dayText(),
  /** Who fixes the common plan; the main author unless another one is named. */
  leader: number.nullable().default(null),
  members: z.array(number, { error: '请选择研讨教师' }).max(mostMembers, `最多请 ${mostMembers} 人研讨`),
})
export type PrepDraft = z.output<typeof prepDraft>
export const prepEdit = prepDraft.extend({ version })

export const prepViews = ['all', 'main', 'asked'] as const
export type PrepView = (typeof prepViews)[number]
export const prepQuery = z.strictObject({
  ...paging,
  view: z.enum(prepViews, { error: '没有这个分组' }).default('all'),
  week: dayText().optional(),
  subject: z.string().max(4, '没有该学科').optional(),
})
export type PrepQuery = z.infer<typeof prepQuery>

const somebody = z.object({ id: z.int(), name: z.string() })
export const prepLine = z.object({
  id: z.string(),
  title: z.string(),
  subject: z.string(),
  schoolStage: z.string(),
  grade: z.string().nullable(),
  /** The Monday of the week. */
  week: z.string(),
  state,
  main: somebody,
  leader: somebody,
  /** Notes that nobody has dealt with. */
  open: z.int(),
  /** Teachers who took the common plan for their own lesson. */
  adapted: z.int(),
})
export type PrepLine = z.infer<typeof prepLine>
export const prepPage = page(prepLine)

export const prepNote = z.object({
  id: z.string(),
  block: z.string(),
  /** The note that it answers; null for one of its own. */
  answers: z.string().nullable(),
  /** The fixed version it was written on; 0 before the first. */
  on: z.int(),
  by: somebody,
  at: z.string(),
  text: z.string(),
  done: z.boolean(),
  /** The asker may mark it: he wrote it, or is the main author. */
  mayMark: z.boolean(),
})
export type PrepNote = z.infer<typeof prepNote>

const ownPlan = z.object({
  on: z.int(),
  blocks: z.array(planBlock),
  reflection: z.string(),
  version: z.int(),
  updatedAt: z.string(),
})
export type OwnPlan = z.infer<typeof ownPlan>

export const prep = prepLine.omit({ open: true, adapted: true }).extend({
  nodes: z.array(z.int()),
  members: z.array(somebody),
  blocks: z.array(planBlock),
  version: z.int(),
  /** Fixed versions, the newest first. */
  versions: z.array(
    z.object({ no: z.int(), kind: z.enum(['discussed', 'agreed']), at: z.string(), by: z.string() }),
  ),
  notes: z.array(prepNote),
  /** Who else writes just now, and until when; null for nobody. */
  holder: somebody.extend({ until: z.string() }).nullable(),
  /** Those who took the common plan for their own lesson, with the day of their last change. */
  adapters: z.array(somebody.extend({ on: z.int(), reflected: z.boolean() })),
  own: ownPlan.nullable(),
  /** The resource it became; null for none. */
  resource: z.int().nullable(),
  may: z.object({
    edit: z.boolean(),
    write: z.boolean(),
    open: z.boolean(),
    agree: z.boolean(),
    archive: z.boolean(),
    remove: z.boolean(),
    note: z.boolean(),
    join: z.boolean(),
    adapt: z.boolean(),
    share: z.boolean(),
  }),
})
export type Prep = z.infer<typeof prep>

export const prepText = z.strictObject({ blocks: plan, version })
export const noteDraft = z.strictObject({
  block: uuid,
  answers: uuid.nullable().default(null),
  text: filledText('批注', 500),
})
export const noteMark = z.strictObject({ done: z.boolean({ error: '应为是或否' }) })
export const ownDraft = z.strictObject({
  blocks: plan,
  reflection: z
    .string({ error: '反思应为文字' })
    .trim()
    .max(2_000, '反思不超过 2000 字')
    .refine(isStorable, '含有不能保存的字符'),
  version,
})
export const prepVersion = z.object({ no: z.int(), blocks: z.array(planBlock) })
/** What others of the group made of the common plan: read by those who take part. */
export const othersPlan = z.object({
  by: somebody,
  on: z.int(),
  blocks: z.array(planBlock),
  reflection: z.string(),
})
export const othersPlans = z.object({ list: z.array(othersPlan) })
export const colleagues = z.object({ list: z.array(somebody) })
