import type { PageEntry } from '../../../catalogue/pages/entry.ts'

/** The tab of agreements, by its key in catalogue/pages. */
export const pairsTab = 'pairs'

/** The page of one agreement. */
export const pairPath = (entry: PageEntry, id: string, more = ''): string =>
  `${entry.path}?tab=${pairsTab}&pair=${id}${more}`
