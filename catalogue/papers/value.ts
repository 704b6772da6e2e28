import { z } from 'zod'
import { filledText, typedText } from '../contract/envelope.ts'
import { hasCode, type DictName } from '../dictionaries/dictionaries.ts'
import { reaches } from '../flows/reach.ts'
import { structures } from '../questions/structure.ts'

export const mostSections = 20
/** Most questions of a paper; the longest national papers have about ninety. */
export const mostItems = 120

const number = z.int('应为编号').positive('应为编号').max(2_147_483_647)
/** A version of a question, or `draftNo`. */
export const pinNo = z.int('应为版本').min(0, '应为版本').max(10_000)
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

/**
 * The version of an item that is a draft of its setter's own: it becomes a version when the paper is published
 * (decision 0239).
 */
export const draftNo = 0

/** A question of a paper, by its number and version: what is printed never follows a later version (5.2). */
const item = z.strictObject({
  question: number,
  no: pinNo,
  score: score.nullable().default(null),
  /** Stays where it is when the rest is filled again. */
  locked: z.boolean({ error: '应为是或否' }).default(false),
})
export type PaperItem = z.output<typeof item>

const section = z.strictObject({
  title: typedText('大题名称', 100).default(''),
  form: code('questionForm', '题型'),
  note: typedText('大题说明', 200).default(''),
  /** Score of each question; null where they differ. */
  scorePer: score.nullable().default(null),
  /** Whether paper B may print its questions in another order. */
  shuffles: z.boolean({ error: '应为是或否' }).default(true),
  /** How many questions a pupil answers; null for all. */
  choose: z.int('应为题数').positive('应为题数').max(mostItems).nullable().default(null),
  items: z.array(item, { error: '试题应为若干道' }).max(mostItems, `一大题最多 ${mostItems} 道`).default([]),
})
export type PaperSection = z.output<typeof section>

const thousandth = z.int('应为 0 到 1').min(0, '应为 0 到 1').max(1000, '应为 0 到 1')

/** A row of a blueprint: so many questions of a form, at a score, within limits. */
const blueprintRow = z.strictObject({
  form: code('questionForm', '题型'),
  structure: z.enum(structures, { error: '没有这种结构' }).nullable().default(null),
  count: z.int('题数应为整数').min(1, '题数从 1 起').max(60, '一行最多 60 道'),
  score,
  points: z.array(number, { error: '请选择知识点' }).max(20).default([]),
  nodes: z.array(number, { error: '请选择章节' }).max(20).default([]),
  /** Codes of difficulty between which the questions lie; null for any. */
  easiest: code('difficulty', '难度'),
  hardest: code('difficulty', '难度'),
})
export type BlueprintRow = z.output<typeof blueprintRow>

/** What a paper shall be like (resources.md, 6.2). Rates are thousandths, shares are scores. */
export const blueprint = z.strictObject({
  rows: z.array(blueprintRow, { error: '蓝图应为若干行' }).min(1, '蓝图至少一行').max(mostSections),
  /** Mean rate of scoring that the paper aims at, in thousandths; null for none. */
  rate: thousandth.nullable().default(null),
  tolerance: thousandth.default(20),
  /** Scores by code of cognitiveLevel. */
  cognitive: z.record(z.string(), score).default({}),
  /** Scores by knowledge point. */
  points: z
    .array(z.strictObject({ point: number, score }))
    .max(40)
    .default([]),
  /** How far shared questions may come from: the own school's, the district's …; '9' for all one reads. */
  within: z.enum(reaches, { error: '没有这个范围' }).default('9'),
  /** Questions that papers of the own school used within so many months are left out; 0 for none left out. */
  unusedMonths: z.int('月数应为整数').min(0).max(60, '最多 60 个月').default(0),
  excluded: z.array(number).max(500).default([]),
  seed: z.int('种子应为整数').min(0).max(2_147_483_647).default(42),
})
export type Blueprint = z.output<typeof blueprint>

/** A paper as it is written. A draft may have gaps; `judgePaper` says what is wrong. */
export const paperValue = z.strictObject({
  title: filledText('试卷名称', 200),
  examPaperKind: code('examPaperKind', '试卷类别'),
  paperMode: z.enum(['1', '2', '3'], { error: '没有这种组卷方式' }).default('1'),
  schoolYear: typedText('学年', 20).default(''),
  schoolStage: code('schoolStage', '学段'),
  grade: code('grade', '年级'),
  subject: code('subject', '学科'),
  duration: z.int('时长应为整数').min(5, '时长从 5 分钟起').max(300, '时长不超过 300 分钟').default(90),
  /** What the paper shall come to; the sum of its sections once it is whole. */
  totalScore: z.number('总分应为数字').min(1, '总分从 1 起').max(1000, '总分不超过 1000').default(100),
  /** The day on which it is written, as 2026-11-30; null for none. */
  examDate: z.iso.date('日期应写成 2026-11-30').nullable().default(null),
  notes: typedText('注意事项', 500).default(''),
  shareScope: z.enum(reaches, { error: '没有该共享范围' }).default('1'),
  sections: z
    .array(section, { error: '大题应为若干道' })
    .max(mostSections, `大题最多 ${mostSections} 道`)
    .default([]),
  blueprint: blueprint.nullable().default(null),
  /** What the assembled paper was drawn with: a seed, and the hash of the candidates; null by hand. */
  drawn: z
    .strictObject({
      seed: z.int().min(0),
      pool: z.int().min(0),
      hash: z.string().max(64),
      at: z.string().max(40),
    })
    .nullable()
    .default(null),
})
export type PaperValue = z.output<typeof paperValue>

/** Tenths, so that 0.1 + 0.2 is 0.3. */
export const tenths = (one: number | null): number => Math.round((one ?? 0) * 10)

export const itemsOf = ({ sections }: Pick<PaperValue, 'sections'>): PaperItem[] =>
  sections.flatMap(({ items }) => items)

/** The score of an item: its own, else that of its section. */
export const scoreOf = (
  { scorePer }: Pick<PaperSection, 'scorePer'>,
  { score: own }: PaperItem,
): number | null => own ?? scorePer

/** What a section counts, in tenths: of m of n questions, m. */
export function tenthsOfSection(of: PaperSection): number {
  const scores = of.items.map((one) => tenths(scoreOf(of, one)))
  const counted = of.choose === null ? scores : scores.slice(0, of.choose)
  return counted.reduce((sum, one) => sum + one, 0)
}

export const tenthsOfPaper = ({ sections }: Pick<PaperValue, 'sections'>): number =>
  sections.reduce((sum, one) => sum + tenthsOfSection(one), 0)

const numerals = '一二三四五六七八九十'
/** Numbers of sections, as papers print them, from the place 0. */
export const numeral = (place: number): string =>
  place < 10 ? numerals.charAt(place) : `十${numerals.charAt(place - 10)}`
