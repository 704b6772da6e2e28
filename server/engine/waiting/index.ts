export { type Limits, limitsNow, urgencyAfter, urgencyBefore, urgencyNever } from './limits.ts'
export { heldOnWay, standingOnWay, trackOnWay, type TrackWords } from './on-its-way.ts'
export type {
  Does,
  HandedIn,
  HeldWork,
  ItemOf,
  Lines,
  TodoFilter,
  SubmittedLine,
  TodoLine,
  TodoSource,
} from './source.ts'
