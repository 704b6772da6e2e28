import { z } from 'zod'
import { answerValue, hasOptions, questions } from '../../surveys/questions.ts'
import { dayText, page, paging, uuid } from '../envelope.ts'

/** Most people of a survey. */
export const mostAsked = 20_000

const numbers = (what: string, most: number) =>
  z
    .array(z.int().positive().max(2_147_483_647), { error: `请选择${what}` })
    .min(1, `请选择${what}`)
    .max(most, `一次最多选 ${most} 个`)

/** A survey as an office plans it: a school names its teachers, an office the schools whose teachers it asks. */
const draftShape = z.strictObject({
  title: z.string({ error: '请填写名称' }).trim().min(1, '请填写名称').max(60, '名称不超过 60 字'),
  anonymous: z.boolean({ error: '请选择是否匿名' }),
  opensOn: dayText(),
  closesOn: dayText(),
  questions,
  people: z.union([
    z.strictObject({ teachers: numbers('教师', 2_000) }),
    z.strictObject({ institutions: numbers('学校', 500) }),
  ]),
  /** For which year it plans, and which question of choices names the need; null for any other survey. */
  need: z
    .strictObject({
      year: z
        .int({ error: '计划年度应为四位数字' })
        .min(2000, '计划年度应在 2000 到 2100 之间')
        .max(2100, '计划年度应在 2000 到 2100 之间'),
      question: z.string({ error: '请选择哪一题是需求' }).max(5, '请选择哪一题是需求'),
    })
    .nullable()
    .default(null),
})
export const surveyDraft = draftShape.refine(
  ({ need, questions: list }) =>
    need === null || list.some(({ key, kind }) => key === need.question && hasOptions(kind)),
  { path: ['need'], message: '需求题要是单选或多选题' },
)
export type SurveyDraft = z.output<typeof surveyDraft>

const facts = {
  id: z.string(),
  title: z.string(),
  anonymous: z.boolean(),
  opensOn: z.string(),
  closesOn: z.string(),
  state: z.enum(['planned', 'open', 'closed']),
}
export const surveyLine = z.object({
  ...facts,
  asked: z.number().int(),
  answered: z.number().int(),
  /** The year of the plan for which it asks what is needed. */
  needYear: z.number().int().nullable(),
})
export type SurveyLine = z.infer<typeof surveyLine>
export const surveyPage = page(surveyLine)
export const surveyQuery = z.strictObject(paging)
export const surveyParams = z.object({ id: uuid })

export const needQuery = z.strictObject({
  year: z.coerce
    .number({ error: '年度应为四位数字' })
    .int('年度应为四位数字')
    .min(2000, '年度应在 2000 到 2100 之间')
    .max(2100, '年度应在 2000 到 2100 之间')
    .optional(),
})

/** What the surveys of needs of a year came to, beside what the plans of the year answer it with. */
export const needFigures = z.object({
  year: z.number().int(),
  years: z.array(z.number().int()),
  /** Answers that are counted: one for each survey that somebody answered. */
  answered: z.number().int(),
  list: z.array(
    z.object({
      label: z.string(),
      people: z.number().int(),
      /** Lines of published plans that name the need, and their people. */
      lines: z.number().int(),
      planned: z.number().int(),
    }),
  ),
  surveys: z.array(
    z.object({
      /** Null for one of another office, whose answers are not the reader's. */
      id: z.string().nullable(),
      title: z.string(),
      office: z.string(),
      anonymous: z.boolean(),
      state: facts.state,
      asked: z.number().int(),
      answered: z.number().int(),
      /** Whether it is counted: not yet, or too few answered. */
      told: z.boolean(),
    }),
  ),
})
export type NeedFigures = z.infer<typeof needFigures>

/** People and places that may be asked. */
export const mayBeAsked = z.object({
  teachers: z.array(z.object({ id: z.number().int(), name: z.string() })),
  institutions: z.array(z.object({ id: z.number().int(), name: z.string(), people: z.number().int() })),
})
export type MayBeAsked = z.infer<typeof mayBeAsked>

const result = z.object({
  key: z.string(),
  answered: z.number().int(),
  hidden: z.boolean(),
  counts: z.array(z.object({ label: z.string(), count: z.number().int() })),
  mean: z.number().nullable(),
  texts: z.array(z.string()),
})

/** What a survey came to, as far as it is shown. */
export const surveyResults = z.object({
  ...surveyLine.shape,
  questions,
  /** Null as long as an anonymous survey is open: the next answer would show itself as the difference. */
  results: z.array(result).nullable(),
  /** Answers with their names, where the survey is not anonymous. */
  named: z.array(
    z.object({
      name: z.string(),
      institution: z.string(),
      answers: z.record(z.string(), answerValue),
    }),
  ),
})
export type SurveyResults = z.infer<typeof surveyResults>

export const ownSurveyLine = z.object({ ...facts, answered: z.boolean() })
export type OwnSurveyLine = z.infer<typeof ownSurveyLine>
export const ownSurveyList = z.object({ list: z.array(ownSurveyLine) })
export const ownSurvey = z.object({ ...ownSurveyLine.shape, asker: z.string(), questions })
export type OwnSurvey = z.infer<typeof ownSurvey>
export const surveyAnswer = z.strictObject({
  answers: z.record(z.string().max(5), answerValue, { error: '请填写答案' }),
})
