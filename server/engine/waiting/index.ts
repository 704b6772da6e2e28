export { type Limits, limitsNow, urgencyAfter, urgencyBefore, urgencyNever } from './limits.ts'
export type {
  Does,
  HandedIn,
  Held,
  ItemOf,
  Lines,
  Narrowing,
  SubmittedLine,
  TodoLine,
  TodoSource,
} from './source.ts'
