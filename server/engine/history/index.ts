export { archiveAt, archiveAtStatement } from './archive-at.ts'
export { asOf, readDay } from './as-of.ts'
export { historyOf } from './history.ts'
