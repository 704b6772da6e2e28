import { z } from 'zod'
import { levels } from '../flows/review.ts'
import { reaches } from '../flows/reach.ts'
import { isStorable } from '../kinds/kind.ts'
import { relaxations } from '../papers/relax.ts'
import { blueprint, paperValue, pinNo } from '../papers/value.ts'
import { structures } from '../questions/structure.ts'
import { filledText, page, paging, typedText } from './envelope.ts'
import { sharedViews, shownPart } from './questions.ts'

const number = z.coerce
  .number({ error: '编号应为数字' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647, '没有该编号')
const plain = z.int('应为编号').positive('应为编号').max(2_147_483_647)
const code = z.string().max(4, '没有这一项').optional()
const version = z.int({ error: '缺少版本号' }).min(1)

/** Parts of the papers: shared ones as of questions; made ones, sealed ones; what waits for the own office. */
export const paperViews = [...sharedViews, 'mine', 'sealed', 'queue'] as const
export type PaperView = (typeof paperViews)[number]

export const paperQuery = z.strictObject({
  ...paging,
  view: z.enum(paperViews, { error: '没有这个分组' }).default('all'),
  keyword: z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional(),
  examPaperKind: code,
  schoolStage: code,
  grade: code,
  subject: code,
  order: z.enum(['newest', 'used'], { error: '没有这种排序' }).default('newest'),
})
export type PaperQuery = z.infer<typeof paperQuery>

export const paperParams = z.object({ id: number })
export const paperDraft = paperValue
export const paperEdit = paperValue.extend({ version })
export const paperMove = z.strictObject({ version })
export const paperDecision = z.strictObject({ version, opinion: typedText('意见', 500).default('') })
export const paperReturn = z.strictObject({ version, opinion: filledText('退回意见', 500) })
export const paperRaise = z.strictObject({
  version,
  shareScope: z.enum(reaches, { error: '没有该共享范围' }),
})
export const sealBody = z.strictObject({
  version,
  until: z.iso.datetime({ offset: true, error: '启封时间应为日期和时刻' }),
  people: z
    .array(
      z.strictObject({ person: plain, part: z.enum(['setter', 'checker'], { error: '应为命题人或审题人' }) }),
    )
    .max(20, '最多写 20 人')
    .default([]),
})
export const openBody = z.strictObject({ version, reason: filledText('提前启封的原因', 200) })
export const openAnswer = z.object({ opened: z.boolean() })
export const paperColleagues = z.object({ list: z.array(z.object({ person: z.int(), name: z.string() })) })

export const paperLine = z.object({
  id: z.int(),
  no: z.int(),
  title: z.string(),
  examPaperKind: z.string().nullable(),
  schoolStage: z.string().nullable(),
  grade: z.string().nullable(),
  subject: z.string().nullable(),
  totalScore: z.number(),
  duration: z.int(),
  items: z.int(),
  author: z.string(),
  org: z.string(),
  shareScope: z.string(),
  reach: z.string().nullable(),
  state: z.enum(['draft', 'sealed', 'inReview', 'published', 'archived']),
  waitsAt: z.enum(levels).nullable(),
  remark: z.string().nullable(),
  sealedUntil: z.string().nullable(),
  useCount: z.int(),
  kept: z.boolean(),
  own: z.boolean(),
  updatedAt: z.string(),
})
export type PaperLine = z.infer<typeof paperLine>
export const paperPage = page(paperLine)

/** A question of a paper, a basket, or one that could be put in its place. */
export const paperQuestion = z.object({
  question: z.int(),
  no: z.int(),
  title: z.string(),
  structure: z.enum(structures),
  form: z.string().nullable(),
  difficulty: z.string().nullable(),
  /** Expected rate of scoring, in thousandths. */
  rate: z.int(),
  cognitive: z.string().nullable(),
  points: z.array(z.int()),
  /** Its knowledge points with those above them. */
  under: z.array(z.int()),
  score: z.number().nullable(),
  /** The version that is read now; null where the question was taken down. */
  live: z.int().nullable(),
  hasErratum: z.boolean(),
  /** Of a draft: what it still lacks; null for a version. */
  draft: z.object({ lacks: z.string().nullable() }).nullable(),
  shown: shownPart.extend({ parts: z.array(shownPart) }),
})
export type PaperQuestion = z.infer<typeof paperQuestion>

const fault = z.object({
  code: z.string(),
  field: z.string(),
  message: z.string(),
  level: z.enum(['error', 'warning']),
})

export const twoWay = z.object({
  levels: z.array(z.string()).readonly(),
  rows: z
    .array(
      z.object({
        point: z.int().nullable(),
        cells: z.array(z.number()).readonly(),
        numbers: z.array(z.array(z.int()).readonly()).readonly(),
        score: z.number(),
      }),
    )
    .readonly(),
  columns: z.array(z.number()).readonly(),
  total: z.number(),
  rate: z.int(),
})

const may = z.object({
  edit: z.boolean(),
  publish: z.boolean(),
  remove: z.boolean(),
  seal: z.boolean(),
  open: z.boolean(),
  withdraw: z.boolean(),
  revoke: z.boolean(),
  archive: z.boolean(),
  raise: z.boolean(),
  approve: z.boolean(),
  return: z.boolean(),
  copy: z.boolean(),
  use: z.boolean(),
})
export const paperDetail = paperLine.extend({
  value: paperValue,
  questions: z.array(paperQuestion),
  /** Names of the knowledge points of its questions and of its blueprint. */
  points: z.array(z.object({ id: z.int(), title: z.string() })),
  faults: z.array(fault),
  twoWay,
  version: z.int(),
  steps: z.array(
    z.object({
      level: z.enum(levels),
      institution: z.string(),
      state: z.enum(['plan', 'done', 'current', 'next']),
    }),
  ),
  trail: z.array(
    z.object({
      verdict: z.string(),
      reason: z.string().nullable(),
      by: z.string().nullable(),
      institution: z.string().nullable(),
      at: z.string(),
    }),
  ),
  people: z.array(z.object({ name: z.string(), part: z.enum(['setter', 'checker']), asked: z.boolean() })),
  may,
})
export type PaperDetail = z.infer<typeof paperDetail>

/** Assembling: a blueprint for a paper of a stage and subject, with the questions that stay. */
export const assembleBody = z.strictObject({
  schoolStage: z.string({ error: '请选择学段' }).min(1, '请选择学段').max(4),
  subject: z.string({ error: '请选择学科' }).min(1, '请选择学科').max(4),
  blueprint,
  /** By row of the blueprint: questions that stay. */
  kept: z
    .array(z.strictObject({ row: z.int().min(0).max(60), question: plain, no: pinNo }))
    .max(120)
    .default([]),
})
export type AssembleBody = z.output<typeof assembleBody>

const shortfall = z.object({
  row: z.int(),
  wanted: z.int(),
  found: z.int(),
  relaxations: z.array(z.object({ how: z.enum(relaxations), more: z.int() })),
})
export const assembled = z.object({
  /** Questions by row of the blueprint; null where the pool does not suffice. */
  chosen: z.array(z.array(paperQuestion)).nullable(),
  short: z.array(shortfall),
  targets: z.array(
    z.object({
      kind: z.enum(['rate', 'cognitive', 'point']),
      key: z.string(),
      wanted: z.number(),
      reached: z.number(),
    }),
  ),
  pool: z.int(),
  hash: z.string(),
  seed: z.int(),
  at: z.string(),
})
export type AssembledAnswer = z.infer<typeof assembled>

/** Questions that could stand in the place of one, the nearest first. */
export const similarBody = z.strictObject({
  question: plain,
  no: pinNo,
  /** The questions of the paper, none of which is offered. */
  beside: z
    .array(z.strictObject({ question: plain, no: pinNo }))
    .max(200)
    .default([]),
})
export const similarAnswer = z.object({
  list: z.array(paperQuestion),
  /** How many were left out because they are in the paper, or would give another question away. */
  leftOut: z.int(),
})

export const copyAnswer = z.object({
  id: z.int(),
  /** How many questions fell out of the copy because its maker may not use them. */
  leftOut: z.int(),
})

export const basketBody = z.strictObject({ question: plain, on: z.boolean({ error: '应为是或否' }) })
export const basketAnswer = z.object({ list: z.array(paperQuestion) })

export const printQuery = z.strictObject({
  format: z.enum(['pdf', 'docx'], { error: '没有这种格式' }).default('pdf'),
  what: z.enum(['paper', 'key', 'table', 'sheet'], { error: '没有这种打印件' }).default('paper'),
  variant: z.enum(['A', 'B'], { error: '没有该卷别' }).default('A'),
  size: z.enum(['A4', 'B4', 'A3'], { error: '没有这种纸张' }).default('A4'),
  /** 1 prints answers and explanations below each question (教师卷). */
  with_answer: z.enum(['0', '1'], { error: '应为 0 或 1' }).default('0'),
})
export type PrintQuery = z.infer<typeof printQuery>

const box = z.object({ page: z.int(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })
/** Where the marks of an answer sheet stand, in millimetres from the upper left corner of the page. */
export const sheetPlan = z.object({
  code: z.string(),
  paper: z.object({ width: z.number(), height: z.number() }),
  pages: z.int(),
  corners: z.array(box),
  examinee: z.array(box.extend({ column: z.int(), digit: z.int() })),
  bubbles: z.array(box.extend({ number: z.string(), letter: z.string() })),
  blanks: z.array(box.extend({ number: z.string() })),
  frames: z.array(box.extend({ number: z.string(), score: z.number() })),
  scores: z.array(box.extend({ number: z.string(), score: z.number() })),
})
export type SheetPlan = z.infer<typeof sheetPlan>
