import { z } from 'zod'
import { levels } from '../flows/review.ts'
import { reaches } from '../flows/reach.ts'
import { isStorable } from '../kinds/kind.ts'
import { structures } from '../questions/structure.ts'
import { questionValue } from '../questions/value.ts'
import { filledText, page, paging, typedText } from './envelope.ts'

const number = z.coerce
  .number({ error: '编号应为数字' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647, '没有该编号')
const code = z.string().max(4, '没有这一项').optional()
const version = z.int({ error: '缺少版本号' }).min(1)

/**
 * Parts of the bank: what one may read, of the own school, of others, of the region, kept; then what one wrote:
 * all, under review, returned; and what waits for the own office.
 */
export const sharedViews = ['all', 'own', 'others', 'region', 'kept'] as const
export const writtenViews = ['mine', 'reviewing', 'returned'] as const
export const questionViews = [...sharedViews, ...writtenViews, 'queue'] as const
export type QuestionView = (typeof questionViews)[number]

export const questionQuery = z.strictObject({
  ...paging,
  view: z.enum(questionViews, { error: '没有这个分组' }).default('all'),
  keyword: z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional(),
  questionKind: z.enum(structures, { error: '没有这种结构' }).optional(),
  questionForm: code,
  schoolStage: code,
  subject: code,
  grade: code,
  difficulty: code,
  shareScope: code,
  year: z.coerce.number({ error: '年份应为数字' }).int('年份应为整数').min(1950).max(2100).optional(),
  node: number.optional(),
  point: number.optional(),
  order: z.enum(['newest', 'used'], { error: '没有这种排序' }).default('newest'),
})
export type QuestionQuery = z.infer<typeof questionQuery>

export const questionParams = z.object({ id: number })
export const questionVersionParams = questionParams.extend({
  no: z.coerce.number({ error: '版本应为数字' }).int('版本应为整数').min(1).max(10_000),
})

/** A question as it is sent: all of it, flat, as the model has it (endpoints.json, /question). */
export const questionDraft = questionValue
export const questionEdit = questionValue.extend({ version })

export const changes = ['erratum', 'revision'] as const
/** Handing in. A change of what others read says what kind of change it is. */
export const submitBody = z.strictObject({
  version,
  change: z.enum(changes, { error: '请选择勘误或修订' }).optional(),
  reason: typedText('改动说明', 200).default(''),
  /** The author saw that an equal question exists. */
  knowing: z.boolean({ error: '应为是或否' }).default(false),
})
export type SubmitBody = z.output<typeof submitBody>
export const decisionBody = z.strictObject({ version, opinion: typedText('意见', 500).default('') })
export const returnBody = z.strictObject({
  version,
  opinion: filledText('退回意见', 500),
  /** The mended question comes straight back to this step. */
  comeBack: z.boolean({ error: '应为是或否' }).default(false),
})
export const raiseBody = z.strictObject({
  version,
  shareScope: z.enum(reaches, { error: '没有该共享范围' }),
})
export const moveBody = z.strictObject({ version })

const option = z.object({ key: z.string(), html: z.string() })
const point = z.object({ html: z.string(), score: z.number() })
const answer = z
  .union([z.string(), z.array(z.string()), z.boolean(), z.array(z.array(z.string()))])
  .nullable()
export const shownPart = z.object({
  questionKind: z.enum(structures),
  stem: z.string(),
  options: z.array(option),
  /** As HTML for an essay, else as it is stored. */
  answer,
  analysis: z.string(),
  scoringPoints: z.array(point),
  score: z.number().nullable(),
})
export type ShownPart = z.infer<typeof shownPart>

export const questionLine = z.object({
  id: z.int(),
  /** The version that is shown; 0 before the first. */
  no: z.int(),
  title: z.string(),
  questionKind: z.enum(structures),
  questionForm: z.string().nullable(),
  schoolStage: z.string().nullable(),
  subject: z.string().nullable(),
  grade: z.string().nullable(),
  difficulty: z.string().nullable(),
  year: z.int().nullable(),
  knowledgePoints: z.string(),
  /** The stem and the options as HTML, formulas typeset. */
  stem: z.string(),
  options: z.array(option),
  parts: z.int(),
  chapters: z.array(z.string()),
  author: z.string(),
  org: z.string(),
  /** How far it was asked to be read, and how far it is read; codes of shareScope. */
  shareScope: z.string(),
  reach: z.string().nullable(),
  state: z.enum(['draft', 'inReview', 'published', 'offline']),
  waitsAt: z.enum(levels).nullable(),
  /** Why it was returned; null otherwise. */
  remark: z.string().nullable(),
  useCount: z.int(),
  kept: z.boolean(),
  own: z.boolean(),
  newer: z.boolean(),
  gone: z.boolean(),
  updatedAt: z.string(),
})
export type QuestionLine = z.infer<typeof questionLine>
export const questionPage = page(questionLine)

export const questionFault = z.object({
  code: z.string(),
  field: z.string(),
  message: z.string(),
  level: z.enum(['error', 'warning']),
})
const step = z.object({
  level: z.enum(levels),
  institution: z.string(),
  state: z.enum(['plan', 'done', 'current', 'next']),
})
export const questionDetail = questionLine.extend({
  shown: shownPart.extend({ parts: z.array(shownPart) }),
  cognitiveLevel: z.string().nullable(),
  sourceKind: z.string().nullable(),
  source: z.string(),
  licence: z.string().nullable(),
  scoreRule: z.string(),
  layout: z.string().nullable(),
  points: z.array(z.string()),
  /** What the asker may edit, with the pictures of its texts; null for readers and offices. */
  draft: questionValue.nullable(),
  files: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      mime: z.string(),
      bytes: z.number(),
      url: z.string(),
      download: z.string(),
    }),
  ),
  /** What is wrong with the draft; empty for readers. */
  faults: z.array(questionFault),
  version: z.int(),
  steps: z.array(step),
  trail: z.array(
    z.object({
      verdict: z.string(),
      reason: z.string().nullable(),
      by: z.string(),
      institution: z.string(),
      at: z.string(),
    }),
  ),
  versions: z.array(
    z.object({
      no: z.int(),
      change: z.enum(changes).nullable(),
      reason: z.string().nullable(),
      by: z.string(),
      at: z.string(),
    }),
  ),
  /** Whether the working copy says something else than the version that others read. */
  isChanged: z.boolean(),
  may: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    withdraw: z.boolean(),
    remove: z.boolean(),
    approve: z.boolean(),
    return: z.boolean(),
    undo: z.boolean(),
    raise: z.boolean(),
    offline: z.boolean(),
    online: z.boolean(),
    adapt: z.boolean(),
    urge: z.boolean(),
  }),
})
export type QuestionDetail = z.infer<typeof questionDetail>

/** Questions like one: equal, the same with other numbers, or near by their words, in per cent. */
export const nearQuestions = z.object({
  list: z.array(
    z.object({
      /** Null where the asker cannot read it: a reviewer is told that there is one, and how near it is. */
      id: z.int().nullable(),
      title: z.string().nullable(),
      author: z.string().nullable(),
      how: z.enum(['equal', 'variant', 'near']),
      likeness: z.int(),
    }),
  ),
})
export type NearQuestions = z.infer<typeof nearQuestions>
