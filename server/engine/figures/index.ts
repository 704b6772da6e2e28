export { openFigures, type AskedDay, type Day, type Figures } from './figures.ts'
export type { Counted } from './live.ts'
export type { TreePlace } from './places.ts'
export { rowsIn, sizeOf, tally, total, type Axis, type Selection } from './tally.ts'
