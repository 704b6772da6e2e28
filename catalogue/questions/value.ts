import { z } from 'zod'
import { filledText, typedText } from '../contract/envelope.ts'
import { hasCode, type DictName } from '../dictionaries/dictionaries.ts'
import { reaches } from '../flows/reach.ts'
import { richSchema } from '../kinds/rich-text.ts'
import { layouts, mostOptions, partStructures, structures, type Layout } from './structure.ts'

/** Most options of a question, and of the pool that the parts of a composite share. */
export const mostPool = 12
export const mostParts = 20
export const mostScoringPoints = 20
const mostBlanks = 20

const number = z.int('应为编号').positive('应为编号').max(2_147_483_647)
/** A code of a dictionary, or null where nothing is chosen yet. */
const code = (dict: DictName, label: string) =>
  z
    .string({ error: `请选择${label}` })
    .refine((one) => hasCode(dict, one), `没有该${label}`)
    .nullable()
    .default(null)
const score = z
  .number({ error: '分值应为数字' })
  .min(0, '分值不能是负数')
  .max(200, '分值不超过 200')
  .refine((one) => Math.abs(one * 10 - Math.round(one * 10)) < 1e-6, '分值最多一位小数')
  .nullable()
  .default(null)

const option = z.strictObject({
  key: z.string({ error: '选项缺少字母' }).regex(/^[A-L]$/, '选项的字母应为 A 到 L'),
  content: richSchema(1_000),
  /** Keeps its place when the options of a paper are shuffled, as “以上都对” must. */
  fixed: z.literal(true).optional(),
})
export type QuestionOption = z.infer<typeof option>

/** The options of a question, or the pool that the parts of a composite share. */
const options = (most: number) =>
  z.array(option, { error: '选项应为若干项' }).max(most, `选项最多 ${most} 项`).default([])

/**
 * By structure: the letter of a single choice, the letters of a multiple one, true or false, for each blank the
 * texts that are right, and the rich text of an essay. Null while there is none.
 */
const answer = z
  .union(
    [
      richSchema(8_000),
      z.array(z.string().regex(/^[A-L]$/)).max(mostPool),
      z.boolean(),
      z.array(z.array(filledText('答案', 200)).max(10, '一个空最多 10 种写法')).max(mostBlanks),
    ],
    { error: '答案的格式与题目结构不符' },
  )
  .nullable()
  .default(null)
export type Answer = z.output<typeof answer>

const scoringPoint = z.strictObject({
  text: richSchema(500),
  score: z.number('采分点的分值应为数字').min(0).max(200),
})

/** What a question and a part of a composite have in common. */
const shared = {
  stem: richSchema(6_000).default(''),
  answer,
  analysis: richSchema(8_000).default(''),
  scoringPoints: z
    .array(scoringPoint, { error: '采分点应为若干项' })
    .max(mostScoringPoints, `采分点最多 ${mostScoringPoints} 项`)
    .default([]),
  score,
}

const part = z.strictObject({
  questionKind: z.enum(partStructures, { error: '小题没有这种结构' }),
  options: options(mostOptions),
  ...shared,
})
export type QuestionPart = z.output<typeof part>

/** A question as it is written. A draft is well formed and may have gaps; `judgeQuestion` says what is wrong. */
export const questionValue = z.strictObject({
  questionKind: z.enum(structures, { error: '没有这种试题结构' }),
  questionForm: code('questionForm', '题型'),
  schoolStage: code('schoolStage', '学段'),
  subject: code('subject', '学科'),
  grade: code('grade', '年级'),
  textbookEdition: code('textbookEdition', '教材版本'),
  knowledgePoints: typedText('知识点', 200).default(''),
  nodes: z.array(number, { error: '请选择教材章节' }).max(6, '教材章节最多选 6 处').default([]),
  points: z.array(number, { error: '请选择知识点' }).max(8, '知识点最多选 8 个').default([]),
  difficulty: code('difficulty', '难度'),
  cognitiveLevel: code('cognitiveLevel', '认知层次'),
  year: z
    .int('年份应为整数')
    .min(1950, '年份从 1950 起')
    .max(2100, '年份到 2100 为止')
    .nullable()
    .default(null),
  sourceKind: code('questionSource', '试题来源'),
  source: typedText('来源说明', 100).default(''),
  licence: code('resourceLicence', '许可'),
  shareScope: z.enum(reaches, { error: '没有该共享范围' }).default('1'),
  options: options(mostPool),
  layout: z
    .enum(Object.keys(layouts) as [Layout, ...Layout[]], { error: '没有这种材料' })
    .nullable()
    .default(null),
  parts: z.array(part, { error: '小题应为若干道' }).max(mostParts, `小题最多 ${mostParts} 道`).default([]),
  scoreRule: typedText('评分规则', 200).default(''),
  ...shared,
})
export type QuestionValue = z.output<typeof questionValue>
