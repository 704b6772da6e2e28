export type { AccountEnd } from './accounts.ts'
export type { Act, Done, HandoverLine } from './act.ts'
export { structureCause } from './checks.ts'
export { repeating } from './follow.ts'
export {
  carryArchives,
  type CarriedOver,
  carryOver,
  followInstitutions,
  type Restructuring,
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
export type { Manner, Move, Moved } from './moves.ts'
export type { Coming, Leaving, TeachingElsewhere } from './stays.ts'
