import { z } from 'zod'
import { isStorable } from '../kinds/kind.ts'
import { dayText, filledText, page, paging, uuid } from './envelope.ts'

const light = z.enum(['done', 'onTime', 'slow', 'behind', 'overdue'], '没有这种状态')
export { light as lightShown }
export const code = z.string().trim().max(10).refine(isStorable, '含有不能保存的字符')

export const pairParams = z.object({ id: uuid })

/** How many goals have each light. */
export const lights = z.partialRecord(light, z.int())

/** Lists of agreements by where they stand; `waiting`: on their way to being recorded. */
export const pairStages = ['active', 'waiting', 'over'] as const
export type PairStage = (typeof pairStages)[number]

/** GET /api/v1/support/agreement: agreements that concern the office. */
export const pairsAsked = z.strictObject({
  ...paging,
  q: z.string().trim().max(60).optional(),
  stage: z.enum(pairStages, '没有这种状态').default('active'),
  kind: code.optional(),
  /** Those with a goal of this light, or `late` with any that is slow, behind or overdue. */
  light: z.enum(['done', 'onTime', 'slow', 'behind', 'overdue', 'late'], '没有这种状态').optional(),
})
export type PairsAsked = z.output<typeof pairsAsked>

const pairLine = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  supporter: z.string(),
  supported: z.string(),
  /** The university behind the supporting office. */
  outside: z.string().nullable(),
  authority: z.string(),
  state: z.string(),
  fromDay: z.string(),
  untilDay: z.string(),
  goals: z.int(),
  lights,
  /** What the office is asked to do about it now. */
  waits: z.enum(['sign', 'record', 'mend']).nullable(),
})
export type PairLine = z.infer<typeof pairLine>
export const pairPage = page(pairLine).extend({
  /** How many there are of each stage, without the other conditions. */
  stages: z.record(z.enum(pairStages), z.int()),
})
export type PairPage = z.infer<typeof pairPage>

const reading = z.object({
  kind: z.enum(['baseline', 'september', 'midterm', 'end', 'today', 'stated']),
  day: z.string(),
  n: z.number().nullable(),
  of: z.number().nullable(),
  value: z.number().nullable(),
})
export type PairReading = z.infer<typeof reading>

const statement = z.object({
  id: z.string(),
  day: z.string(),
  value: z.number(),
  evidence: z.string(),
  files: z.array(z.string()),
  by: z.string(),
  /** ISO 8601. */
  at: z.string(),
  state: z.enum(['waiting', 'confirmed', 'disputed', 'withdrawn']),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  /** The reader is of the other side and may confirm or dispute it; or of the own and may take it back. */
  may: z.enum(['answer', 'withdraw']).nullable(),
})
export type PairStatement = z.infer<typeof statement>
export { statement as sideStatement }

const goal = z.object({
  no: z.int(),
  goal: z.string(),
  label: z.string(),
  unit: z.string(),
  /** What is counted, and among whom. */
  definition: z.string(),
  isStated: z.boolean(),
  direction: z.string(),
  target: z.number(),
  dueOn: z.string().nullable(),
  baseline: reading.nullable(),
  now: reading.nullable(),
  /** The same figure of those of that kind without a partner. */
  beside: z.object({ value: z.number(), many: z.int() }).nullable(),
  /** In percent, one decimal, unclipped. */
  progress: z.number().nullable(),
  light: light.nullable(),
  /** Why a number is not there yet. */
  problem: z.string().nullable(),
  versions: z.array(
    z.object({
      version: z.int(),
      target: z.number(),
      dueOn: z.string().nullable(),
      fromOn: z.string(),
      toOn: z.string().nullable(),
      amendment: z.int().nullable(),
    }),
  ),
  readings: z.array(reading),
  statements: z.array(statement),
})
export type PairGoalShown = z.infer<typeof goal>

const day = dayText()
const number = (label: string) =>
  z
    .number({ error: `${label}应为数字` })
    .min(0, `${label}不能小于 0`)
    .max(99_999, `${label}不能大于 99999`)
    .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, `${label}至多一位小数`)

/** A goal as an amendment has it; `no` of one that stays or changes, null for a new one. */
const amendedGoal = z.strictObject({
  no: z.int().min(1).max(99).nullable(),
  goal: code,
  stated: z.string().trim().max(40, '名称不超过 40 个字').refine(isStorable, '含有不能保存的字符').nullable(),
  unit: z.string().trim().max(6, '单位不超过 6 个字').refine(isStorable, '含有不能保存的字符').nullable(),
  start: number('起点').nullable(),
  direction: z.enum(['1', '2'], '请选择方向'),
  target: number('目标值'),
  dueOn: day.nullable(),
})
export type AmendedGoal = z.output<typeof amendedGoal>

/** POST /api/v1/support/agreement/{id}/amendment: what one side proposes, as the whole list of goals. */
export const amendmentDraft = z.strictObject({
  goals: z.array(amendedGoal).min(1, '至少一项目标').max(8, '最多 8 项目标'),
  reason: filledText('补充的原因', 500),
})
export type AmendmentDraft = z.output<typeof amendmentDraft>

export const amendmentParams = z.object({
  id: uuid,
  no: z.coerce.number().int().min(1, '没有该补充').max(999, '没有该补充'),
})
/** PUT /api/v1/support/agreement/{id}/amendment/{no}. */
export const amendmentAnswer = z
  .strictObject({
    answer: z.enum(['agreed', 'refused', 'withdrawn'], '应为同意、不同意或撤回'),
    words: z.string().trim().max(200, '不超过 200 个字').refine(isStorable, '含有不能保存的字符').default(''),
  })
  .refine(({ answer, words }) => answer !== 'refused' || words !== '', {
    path: ['words'],
    message: '不同意须写明理由',
  })
export type AmendmentAnswer = z.output<typeof amendmentAnswer>

/** POST /api/v1/support/agreement/{id}/statement: the number of a goal or yearly task that nothing counts. */
export const statementDraft = z.strictObject({
  /** Made by the page, so that a request sent twice is one statement. */
  id: uuid,
  no: z.int().min(1, '未找到该项目标').max(99, '未找到该项目标'),
  /** The year of a yearly task; null for a goal. */
  year: z.int().min(1, '没有本年度').max(6, '没有本年度').nullable().default(null),
  day,
  value: number('数值'),
  evidence: filledText('依据', 500).min(10, '依据不少于 10 个字：数据从哪里来、谁统计的'),
  files: z.array(uuid).max(5, '材料至多 5 个').default([]),
})
export type StatementDraft = z.output<typeof statementDraft>
export type StatementSent = z.input<typeof statementDraft>

export const statementParams = z.object({ id: uuid, statement: uuid })
/** PUT /api/v1/support/agreement/{id}/statement/{statement}. */
export const statementAnswer = z
  .strictObject({
    answer: z.enum(['confirmed', 'disputed', 'withdrawn'], '应为确认、有异议或撤回'),
    words: z.string().trim().max(200, '不超过 200 个字').refine(isStorable, '含有不能保存的字符').default(''),
  })
  .refine(({ answer, words }) => answer !== 'disputed' || words !== '', {
    path: ['words'],
    message: '有异议须写明理由',
  })
export type StatementAnswer = z.output<typeof statementAnswer>

const side = z.object({
  id: z.int(),
  name: z.string(),
  contact: z.string().nullable(),
  signedOn: z.string().nullable(),
  signedBy: z.string().nullable(),
})

const amendment = z.object({
  no: z.int(),
  goals: z.array(amendedGoal),
  reason: z.string(),
  by: z.string(),
  at: z.string(),
  state: z.enum(['waiting', 'agreed', 'refused', 'withdrawn']),
  answer: z.string().nullable(),
  may: z.enum(['answer', 'withdraw']).nullable(),
})
export type PairAmendment = z.infer<typeof amendment>

/** GET /api/v1/support/agreement/{id}: the page of one agreement, in one request. */
export const pairBoard = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  state: z.string(),
  docNo: z.string().nullable(),
  /** What is agreed, as safe rich text. */
  outside: z.string().nullable(),
  supporter: side,
  supported: side,
  authority: z.object({ name: z.string(), recordedOn: z.string().nullable() }),
  fromDay: z.string(),
  untilDay: z.string(),
  endedOn: z.string().nullable(),
  midterm: z.string(),
  /** Days of the term that have gone, of how many, and the share of them in percent, one decimal. */
  gone: z.object({ days: z.int(), of: z.int(), share: z.number() }),
  /** The agreement of the offices above within which it stands. */
  within: z.object({ id: z.string(), title: z.string(), mayRead: z.boolean() }).nullable(),
  as: z.enum(['supporter', 'supported', 'authority', 'office']),
  goals: z.array(goal),
  amendments: z.array(amendment),
  mayAmend: z.boolean(),
  mayState: z.boolean(),
})
export type PairBoard = z.infer<typeof pairBoard>
