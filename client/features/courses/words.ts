import { contentStates } from '../../../catalogue/contents/define.ts'

/** The state of a content in words. */
export const stateWord = (state: string): string =>
  Object.entries(contentStates).find(([code]) => code === state)?.[1] ?? state

/** A share as whole per cent; – of nobody. */
export const shareOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`
