export type { AccountEnd } from './accounts.ts'
export type { Act, ActOutcome, HandoverLine } from './act.ts'
export { structureCause } from './checks.ts'
export { repeating } from './follow.ts'
export {
  carryArchives,
  type CarriedOver,
  carryOver,
  followInstitutions,
  type StructureChange,
  splitOff,
  staffOf,
} from './institutions.ts'
export {
  joinPeople,
  requireJoinable,
  takeTwins,
  type JoinDone,
  type JoinOrder,
  type TwinsTaken,
} from './join/join.ts'
export { joinedMemberships, type Overlap, type Side, type Turn } from './join/memberships.ts'
export { namings } from './join/tables.ts'
export { movementOf, type Movement } from './movement.ts'
export type { Manner, Move, MoveOutcome } from './moves.ts'
export type { Arrival, Departure, TeachingElsewhere } from './stays.ts'
