import type { ItemFacts } from './facts.ts'
import { scoreOf, tenths, tenthsOfPaper, type PaperValue } from './value.ts'

/** 双向细目表: scores by main knowledge point and cognitive level. Scores are in points of the paper. */
export interface TwoWay {
  readonly levels: readonly string[]
  readonly rows: readonly {
    /** Null for questions without a point. */
    readonly point: number | null
    readonly cells: readonly number[]
    readonly numbers: readonly (readonly number[])[]
    readonly score: number
  }[]
  readonly columns: readonly number[]
  readonly total: number
  /** Mean rate of scoring, weighted by score, in thousandths. */
  readonly rate: number
}

export const cognitiveLevels = ['1', '2', '3', '4'] as const

/** What the table counts of a question. */
type CountedFacts = Pick<ItemFacts, 'cognitive' | 'points' | 'rate'>

/** Questions without a level are counted in a column of their own, which is the last one. */
export const withoutLevel = ''

interface CountedItem {
  readonly point: number | null
  readonly level: string
  readonly tenths: number
  readonly number: number
  readonly rate: number
}

function countedOf(
  { sections }: Pick<PaperValue, 'sections'>,
  factsOf: (question: number, no: number) => CountedFacts | undefined,
): CountedItem[] {
  let number = 0
  return sections.flatMap((section) =>
    section.items.map((item) => {
      number += 1
      const facts = factsOf(item.question, item.no)
      const level = facts?.cognitive ?? withoutLevel
      return {
        point: facts?.points[0] ?? null,
        level: cognitiveLevels.some((one) => one === level) ? level : withoutLevel,
        tenths: tenths(scoreOf(section, item)),
        number,
        rate: facts?.rate ?? 0,
      }
    }),
  )
}

/** The table of a paper, points in the order in which they first appear (resources.md, 6.2). */
export function twoWayOf(
  value: Pick<PaperValue, 'sections'>,
  factsOf: (question: number, no: number) => CountedFacts | undefined,
): TwoWay {
  const counted = countedOf(value, factsOf)
  const levels = [
    ...cognitiveLevels,
    ...(counted.some(({ level }) => level === withoutLevel) ? [withoutLevel] : []),
  ]
  const points = [...new Set(counted.map(({ point }) => point))]
  const sum = (list: readonly CountedItem[]) => list.reduce((all, one) => all + one.tenths, 0)
  const rows = points.map((point) => {
    const own = counted.filter((one) => one.point === point)
    const byLevel = levels.map((level) => own.filter((one) => one.level === level))
    return {
      point,
      cells: byLevel.map((list) => sum(list) / 10),
      numbers: byLevel.map((list) => list.map((one) => one.number)),
      score: sum(own) / 10,
    }
  })
  const all = sum(counted)
  const weighted = counted.reduce((total, one) => total + one.tenths * one.rate, 0)
  return {
    levels,
    rows,
    columns: levels.map((level) => sum(counted.filter((one) => one.level === level)) / 10),
    total: tenthsOfPaper(value) / 10,
    rate: all === 0 ? 0 : Math.round(weighted / all),
  }
}
