import { aboveMinimum, educationBands, legalMinimum, oneStepHigher } from './bands.ts'
import { noneKey, type AxisKey, type DimensionKey } from './dimensions.ts'
import type { MarkKey } from './marks.ts'

/** The row of everything, which panels by place have behind the others. */
export const allKey = 'all'

/** Buckets that are the same people as a mark. */
interface Buckets {
  readonly axis: DimensionKey
  readonly keys: readonly string[]
}
type At = Readonly<Partial<Record<AxisKey | 'column', string>>>

const always =
  (axis: DimensionKey, ...keys: readonly string[]) =>
  (): Buckets => ({ axis, keys })

/** Bands of education from the highest down to one that a stage asks for. */
const atLeast =
  (least: Readonly<Record<string, string>>) =>
  ({ stage = '' }: At): Buckets | undefined => {
    const last = educationBands.findIndex(({ key }) => key === least[stage])
    return last < 0
      ? undefined
      : { axis: 'education', keys: educationBands.slice(0, last + 1).map(({ key }) => key) }
  }

/** Marks that say the same as buckets of a dimension: two panels tell the same people under two words. */
export const sameAs: Readonly<Record<string, (at: At) => Buckets | undefined>> = {
  female: always('sex', '2'),
  young: always('localAge', 'to25', 'to30', 'to35'),
  old: always('officialAge', 'to54', 'to59', 'over'),
  graduate: always('education', 'graduate'),
  senior: always('title', '1', '2'),
  arts: always('subject', '22', '23', '24', '25'),
  higher: atLeast(oneStepHigher),
  legal: atLeast(legalMinimum),
  above: atLeast(aboveMinimum),
} satisfies Partial<Record<MarkKey, unknown>>

/** Marks of who said something, by the dimension whose last bucket is who did not. */
export const saidOf: Readonly<Record<string, DimensionKey>> = {
  sexKnown: 'sex',
  ageKnown: 'officialAge',
  teachingKnown: 'teachingYears',
  educationKnown: 'education',
  legalKnown: 'education',
  higherKnown: 'education',
  titleKnown: 'title',
} satisfies Partial<Record<MarkKey, DimensionKey>>

/**
 * People as a set, with what else they have in common: marks they bear, and buckets they stand in by axis.
 */
export interface People {
  readonly set: string
  readonly marks?: readonly string[]
  readonly at?: At
}

/** One word for whoever did not say their age: both orders of ages have the same. */
const bucketOf = (axis: string, key: string): string =>
  key === noneKey && (axis === 'officialAge' || axis === 'localAge') ? 'age=none' : `${axis}=${key}`

export const nameOf = ({ set, marks = [], at = {} }: People): string =>
  [set, ...marks.toSorted(), ...Object.entries(at).map(([axis, key]) => bucketOf(axis, key))].join('|')

export const within = (people: People, axis: AxisKey | 'column' | null, key: string): People =>
  axis === null || (axis === 'place' && key === allKey)
    ? people
    : {
        ...people,
        at: Object.fromEntries(
          Object.entries({ ...people.at, [axis]: key }).toSorted(([a], [b]) => (a < b ? -1 : 1)),
        ),
      }

/** People of one of the places below, as that place calls them; null for people of the place itself. */
export function ofPlaceBelow(people: People): { readonly place: string; readonly people: People } | null {
  const { place, ...at } = people.at ?? {}
  return place === undefined ? null : { place, people: { ...people, at } }
}
