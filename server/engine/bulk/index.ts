export { announceLives } from './announce.ts'
export { openLedger, type Ledger } from './ledger.ts'
export {
  declaredChain,
  pendingOf,
  type Load,
  type Move,
  type Mover,
  type FieldReason,
  type RecordLife,
} from './life.ts'
export { DAY, dayOf, instant, type Moment } from './moment.ts'
export {
  appeal,
  apply,
  approve,
  discard,
  draft,
  look,
  reject,
  sendBack,
  submit,
  takeOutOfForce,
  withdraw,
} from './moves.ts'
export { deriveLives, writeLives, type LifeValues } from './write.ts'
