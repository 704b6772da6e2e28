import type { Stretch, Stretches } from '../../../catalogue/watch/stretches.ts'

/** Stretches as PostgreSQL writes a multirange of integers: `{[0,15),[20,30)}`. */
export const textOf = (stretches: Stretches): string =>
  `{${stretches.map(([from, to]) => `[${from},${to})`).join(',')}}`

/** The stretches of a multirange, in its one form. */
export const stretchesOf = (text: string): Stretches =>
  [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]): Stretch => [Number(from), Number(to)])
