import { z } from 'zod'
import { mostPupils } from '../papers/results.ts'
import { mostItems } from '../papers/value.ts'
import { filledText, page, paging } from './envelope.ts'

const id = z.coerce.number({ error: '编号应为数字' }).int('编号应为整数').min(1).max(2_147_483_647)
const version = z.int({ error: '缺少版本号' }).min(1)

export const useQuery = z.strictObject(paging)
export const useParams = z.object({ id })
/** POST /api/v1/paperUse: a paper that the teacher reads, for one class on one day. */
export const useDraft = z.strictObject({
  paper: z.int('请选择试卷').positive('请选择试卷').max(2_147_483_647),
  variant: z.enum(['A', 'B'], { error: '应为 A 卷或 B 卷' }).default('A'),
  className: filledText('班级', 60),
  day: z.iso.date('日期应写成 2026-11-30'),
})
export type UseDraft = z.infer<typeof useDraft>
/** PUT /api/v1/paperUse/{id}/results: cells by pupil and item, without names. */
export const useResults = z.strictObject({
  version,
  rows: z
    .array(z.array(z.string().max(20, '一格不超过 20 个字')).max(mostItems), { error: '应为若干行' })
    .min(1, '没有成绩')
    .max(mostPupils, `一次最多 ${mostPupils} 人`),
})

const rate = z.number().nullable()
const useLine = z.object({
  id: z.int(),
  paper: z.int(),
  title: z.string(),
  variant: z.enum(['A', 'B']),
  className: z.string(),
  day: z.string(),
  /** Pupils whose results are there; 0 without results. */
  pupils: z.int(),
  version: z.int(),
})
export type UseLine = z.infer<typeof useLine>
export const usePage = page(useLine)

/** Scores in points; what too few pupils do not bear is null (6.7). */
const figures = z.object({
  n: z.int(),
  isFew: z.boolean(),
  mean: rate,
  sd: rate,
  alpha: rate,
  sem: rate,
  items: z.array(
    z.object({
      n: z.int(),
      p: rate,
      interval: z.tuple([z.number(), z.number()]).nullable(),
      d: rate,
      r: rate,
    }),
  ),
})

const usedItem = z.object({
  number: z.int(),
  form: z.string().nullable(),
  /** Full score in tenths. */
  full: z.int(),
  /** Letters of the key of the printed paper; null where there are none. */
  key: z.string().nullable(),
  /** Rate that the question declares, in thousandths. */
  declared: z.int(),
})

export const useView = useLine.extend({
  absent: z.int(),
  warnings: z.array(z.string()),
  items: z.array(usedItem),
  figures: figures.nullable(),
  /** The teacher's classes with the same version of the paper, together, in this order; null below two. */
  classes: z.object({ count: z.int(), figures }).nullable(),
  /** Questions whose declared difficulty the results speak against; rates in thousandths. */
  drift: z.array(
    z.object({
      number: z.int(),
      pupils: z.int(),
      declared: z.int(),
      measured: z.int(),
      /** Code of the dictionary `difficulty`. */
      proposed: z.string(),
    }),
  ),
})
export type UseView = z.infer<typeof useView>

/** Rates of a question over schools, 0 to 1: of all pupils together, and where the schools lie, without names. */
const spread = z.object({
  number: z.int(),
  form: z.string().nullable(),
  p: z.number(),
  low: z.number(),
  middle: z.number(),
  high: z.number(),
})

/** GET /api/v1/examPaper/{id}/figures: a paper over the classes of a school, or over the schools of a region. */
export const paperFigures = z.object({
  /** For the office of a school: its classes together, in the order of paper A; null without results. */
  school: z.object({ classes: z.int(), figures, items: z.array(usedItem) }).nullable(),
  /** For an authority; null while too few schools have results of enough pupils. */
  region: z.object({ schools: z.int(), pupils: z.int(), items: z.array(spread) }).nullable(),
})
export type PaperFiguresAnswer = z.infer<typeof paperFigures>

/** GET /api/v1/question/{id}/figures, for its writer: how pupils of all papers did, by version; rates in thousandths. */
export const questionFigures = z.object({
  versions: z.array(
    z.object({
      no: z.int(),
      pupils: z.int(),
      rate: z.int(),
      declared: z.int(),
      measured: z.int(),
      proposed: z.string().nullable(),
    }),
  ),
})
export type QuestionFigures = z.infer<typeof questionFigures>
