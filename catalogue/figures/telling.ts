/** One to four people are `<5`: fewer than this, and at least one, are not told (figures.md, 1.5). */
export const fewest = 5

/** Means and shares of fewer people than this are not told. */
export const fewestBelowLine = 10

/** Whether a number of people is one that is not told. */
export const isFew = (value: number): boolean => value > 0 && value < fewest

/**
 * How a number of people stands on a public page: `unsaid`, nothing says it; `exact`; or rounded to a
 * multiple of so many. One to four people are `<5` however the others are told, and nobody is 0.
 */
export type PublicPrecision = 'unsaid' | 'exact' | 5 | 10 | 20 | 50

/** From the finest to the coarsest. */
export const roundings = [5, 10, 20, 50] as const

/** A number rounded half up; one that is smaller than the step is never told with it. */
const nearest = (value: number, step: number): number => Math.floor(value / step + 0.5) * step

/** Whether a number may be told with a telling. */
export const isTellable = (value: number, telling: PublicPrecision): boolean =>
  typeof telling === 'string' || value >= telling

/** The number that is printed. */
export const printed = (value: number, telling: PublicPrecision): number =>
  typeof telling === 'number' && !isFew(value) ? nearest(value, telling) : value

/** The least and the most that somebody can believe who knows the rules and reads one number. */
export function believed(value: number, telling: PublicPrecision): readonly [least: number, most: number] {
  if (telling === 'unsaid') return [0, Infinity]
  if (isFew(value)) return [1, fewest - 1]
  if (telling === 'exact' || value === 0) return [value, value]
  const shown = nearest(value, telling)
  return [Math.max(telling, shown - Math.floor(telling / 2)), shown + Math.ceil(telling / 2) - 1]
}
