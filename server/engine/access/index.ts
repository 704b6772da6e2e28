export {
  actorBehind,
  type ActorOn,
  actorOfIdentity,
  actorsOf,
  type Behind,
  passwordDue,
  usable,
} from './actor.ts'
export { called, calledTeachers, teachersCalled, teachersWhere } from './called.ts'
export { formerlyCalled, institutionCalled } from './institution-called.ts'
export { namedLike } from './named.ts'
export { type AskedNumber, countNumbers, mostNumbers, typedNumber } from './number-questions.ts'
export { isForOffice } from './offices.ts'
export {
  institutionTypes,
  isOwnerId,
  isTeachers,
  joinOwner,
  joinOwnerOfType,
  ownerColumns,
  ownerFrom,
  ownerIdFor,
  ownerOf,
  type OwnerRow,
  standingOfOwner,
} from './owners.ts'
export { openReadings, type ArchiveReading, type Readings } from './readings.ts'
export { ownerIn, ownersIn, recordNumber } from './record-number.ts'
export { requireVerb, requireVersion } from './require.ts'
export {
  assignedCondition,
  type AssignmentSource,
  institutionsInScope,
  type Place,
  placeCondition,
  placeOf,
  type PlaceRow,
  placeWithin,
  recordScope,
  scopeCondition,
} from './scope.ts'
