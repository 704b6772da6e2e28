import type { ItemFacts } from './facts.ts'
import { scoreOf, tenths, type PaperValue } from './value.ts'

/** What is counted of a question against a blueprint; `under`: its knowledge points with those above them. */
type CoveredFacts = Pick<ItemFacts, 'rate' | 'cognitive'> & { readonly under: readonly number[] }

/** A target of a blueprint beside what the paper has: rates in thousandths, scores in points, rows in questions. */
export interface Coverage {
  readonly kind: 'rate' | 'cognitive' | 'point' | 'row'
  /** A code of cognitiveLevel, the number of a point, or the place of a row. */
  readonly key: string
  readonly wanted: number
  readonly reached: number
  /** How far from the target is still as wanted. */
  readonly within: number
}

/** How far a paper is what its blueprint asks for, whatever way its questions came into it; empty without one. */
export function coverageOf(
  { sections, blueprint }: Pick<PaperValue, 'sections' | 'blueprint'>,
  factsOf: (question: number, no: number) => CoveredFacts | undefined,
): Coverage[] {
  if (blueprint === null) return []
  const counted = sections.flatMap((section) =>
    section.items.flatMap((item) => {
      const facts = factsOf(item.question, item.no)
      return facts ? [{ ...facts, score: tenths(scoreOf(section, item)) }] : []
    }),
  )
  const sum = (is: (one: CoveredFacts) => boolean) =>
    counted.reduce((all, one) => all + (is(one) ? one.score : 0), 0)
  const all = sum(() => true)
  const weighted = counted.reduce((total, { rate, score }) => total + rate * score, 0)
  const rate = all === 0 ? 0 : Math.round(weighted / all)
  return [
    ...blueprint.rows.map((row, at) => ({
      kind: 'row' as const,
      key: String(at),
      wanted: row.count,
      reached: sections[at]?.items.length ?? 0,
      within: 0,
    })),
    ...(blueprint.rate === null
      ? []
      : [
          {
            kind: 'rate' as const,
            key: '',
            wanted: blueprint.rate,
            reached: rate,
            within: blueprint.tolerance,
          },
        ]),
    ...Object.entries(blueprint.cognitive).map(([key, wanted]) => ({
      kind: 'cognitive' as const,
      key,
      wanted,
      reached: sum(({ cognitive }) => cognitive === key) / 10,
      within: 0,
    })),
    ...blueprint.points.map(({ point, score }) => ({
      kind: 'point' as const,
      key: String(point),
      wanted: score,
      reached: sum(({ under }) => under.includes(point)) / 10,
      within: 0,
    })),
  ]
}

export const isMet = ({ wanted, reached, within }: Coverage): boolean => Math.abs(reached - wanted) <= within
