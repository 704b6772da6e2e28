export {
  areaFor,
  pathTo,
  placesBelow,
  schoolsIn,
  type AskedArea,
  type PlaceBucket,
  type PlaceStep,
} from './area.ts'
export { openFigures, type AskedDay, type Day, type Figures } from './figures.ts'
export { askForRun, makeRun, type Run } from './frozen.ts'
export type { CountedMoment } from './live.ts'
export type { Tree, TreePlace } from './places.ts'
export {
  countByDimension,
  countRecords,
  dimensionsOf,
  type DimensionCount,
  ownersBehind,
  recordsBehind,
  type ValueAsked,
} from './records.ts'
export { sizeOf, type Axis, type Selection } from './scan.ts'
export { countsOf, goOver, rowsIn, tallies, tally, total } from './tally.ts'
export { readPersons } from './persons.ts'
export { beginFollowing, changesSince, wholly, type FollowedState } from './following.ts'
export { flowsOf, rowsOfFlow, type FlowAsked, type FlowRows, type Flows } from './flows.ts'
export { byPlaceBelow, grouped, type Group, type Grouping } from './grouped.ts'
export type { ValueColumn, Values } from './values.ts'
export {
  headsOfPeople,
  masked,
  namesFor,
  pageBehind,
  type Behind,
  type BehindLine,
  type FigureRow,
  type FigureRows,
  type ListHeads,
  type Stretch,
} from './rows.ts'
export { openFigureList, openFigureTable } from './taken-out.ts'
