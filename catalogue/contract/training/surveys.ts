import { z } from 'zod'
import { answerValue, questions } from '../../surveys/questions.ts'
import { dayText, page, paging, uuid } from '../envelope.ts'

/** Most people of a survey. */
export const mostAsked = 20_000

const numbers = (what: string, most: number) =>
  z
    .array(z.int().positive().max(2_147_483_647), { error: `请选择${what}` })
    .min(1, `请选择${what}`)
    .max(most, `一次最多选 ${most} 个`)

/** A survey as an office plans it: a school names its teachers, an office the schools whose teachers it asks. */
export const surveyDraft = z.strictObject({
  title: z.string({ error: '请填写名称' }).trim().min(1, '请填写名称').max(60, '名称不超过 60 字'),
  anonymous: z.boolean({ error: '请选择是否匿名' }),
  opensOn: dayText(),
  closesOn: dayText(),
  questions,
  people: z.union([
    z.strictObject({ teachers: numbers('教师', 2_000) }),
    z.strictObject({ institutions: numbers('学校', 500) }),
  ]),
})
export type SurveyDraft = z.output<typeof surveyDraft>

const facts = {
  id: z.string(),
  title: z.string(),
  anonymous: z.boolean(),
  opensOn: z.string(),
  closesOn: z.string(),
  state: z.enum(['planned', 'open', 'closed']),
}
export const surveyLine = z.object({ ...facts, asked: z.number().int(), answered: z.number().int() })
export type SurveyLine = z.infer<typeof surveyLine>
export const surveyPage = page(surveyLine)
export const surveyQuery = z.strictObject(paging)
export const surveyParams = z.object({ id: uuid })

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
