import { linesOf } from '../processes/research-activity-fields.ts'

/** One item of a rubric; the weights of all items sum to 100. */
export interface RubricItem {
  readonly item: string
  readonly weight: number
  /** What the best and the poorest band look like, in words. */
  readonly best: string
  readonly poor: string
}

/** The rubric of activities that bring none (teaching-research.md, 4). */
export const usualRubric: readonly RubricItem[] = [
  { item: '目标', weight: 15, best: '学生能说出该课要学会什么', poor: '目标空泛，没有落到学生' },
  { item: '内容', weight: 20, best: '准确，抓住关键，与学情相合', poor: '有知识性错误，或者面面俱到' },
  { item: '过程', weight: 25, best: '任务层层推进，时间用在难处', poor: '环节零散，前松后紧' },
  { item: '学生', weight: 25, best: '多数学生在思考、表达、互相回应', poor: '少数人回答，多数人旁听' },
  { item: '素养', weight: 15, best: '学会的方法能用到别处', poor: '只留下结论' },
]

/** The rubric of an activity: its own lines, or the usual one. */
export function rubricOf(value: unknown): readonly RubricItem[] {
  const own = linesOf(value)
  if (own.length === 0) return usualRubric
  return own.map(({ item, weight, best, poor }) => ({
    item: String(item),
    weight: Number(weight),
    best: String(best),
    poor: String(poor),
  }))
}

/** Points of one observer by item, in the order of the rubric; null for 未观察. */
export type Scores = readonly (number | null)[]

/** Sheets from which on a mean is said (teaching-research.md, 4). */
export const leastSheets = 3

/** Half up, in hundredths. */
const hundredths = (value: number): number => Math.round(value * 100 + 1e-7) / 100

/** The total of one sheet: 100 × Σ points ÷ Σ weights of what was observed; null where nothing was. */
export function totalOf(rubric: readonly RubricItem[], scores: Scores): number | null {
  const seen = rubric.flatMap(({ weight }, n) => {
    const points = scores[n]
    return typeof points === 'number' ? [{ weight, points }] : []
  })
  const weights = seen.reduce((sum, { weight }) => sum + weight, 0)
  return weights === 0
    ? null
    : hundredths((100 * seen.reduce((sum, { points }) => sum + points, 0)) / weights)
}

export interface Means {
  /** By item, over those who observed it. */
  items: { mean: number | null; of: number }[]
  total: number | null
}

/**
 * The means over handed-in sheets: of each item over those who observed it, and the total 100 × Σ item means ÷
 * Σ weights of observed items, rounded half up once. Null below three sheets.
 */
export function meansOf(rubric: readonly RubricItem[], sheets: readonly Scores[]): Means {
  const raw = rubric.map((_, n) => {
    const given = sheets.flatMap((scores) => scores[n] ?? [])
    const mean = given.length === 0 ? null : given.reduce((sum, one) => sum + one, 0) / given.length
    return { mean, of: given.length }
  })
  const says = sheets.length >= leastSheets
  const weights = rubric.reduce((sum, { weight }, n) => sum + (raw[n]?.mean == null ? 0 : weight), 0)
  const sum = raw.reduce((total, { mean }) => total + (mean ?? 0), 0)
  return {
    items: raw.map(({ mean, of }) => ({ mean: says && mean !== null ? hundredths(mean) : null, of })),
    total: says && weights > 0 ? hundredths((100 * sum) / weights) : null,
  }
}

/**
 * Where a remark written in class stands in the recording, in seconds from its beginning; below 0 it lies
 * before it. All moments in milliseconds since 1970, `offset` in seconds (a cut of the head is one, less than
 * none).
 */
export const secondOf = (wall: number, recordingStarted: number, offset: number): number =>
  Math.round((wall - recordingStarted) / 1000) + offset
