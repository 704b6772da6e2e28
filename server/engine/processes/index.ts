export { beginCase, beginCaseFor, beginOfficeCase } from './begin.ts'
export { campaignSessions } from './campaign-sessions.ts'
export { editCase } from './edit.ts'
export { numberCase } from './number.ts'
export { runClock } from './clock.ts'
export { judgedFault, judgedFine, neverVoided, noOutcome, teacherOf } from './effects.ts'
export type {
  Consequences,
  Effect,
  EffectOutcome,
  HandedOver,
  Judge,
  CaseJudgement,
  Matter,
  MovedEntry,
  Source,
} from './effects.ts'
export { casesOfInstitutions, casesOfPerson } from './follow.ts'
export {
  caseKeys,
  casesByIds,
  countEntries,
  type ListAsked,
  listCases,
  movesOf,
  pageStatement,
  waitsFor,
} from './list.ts'
export { amendCase } from './of-case.ts'
export { nameOfCase } from './called.ts'
export { roleAt } from './parties.ts'
export { entryMover, makeMove } from './move.ts'
export type { CaseNeeds } from './processing.ts'
export {
  actorsParties,
  anyCaseOf,
  caseOf,
  caseRows,
  currentDay,
  heldByCase,
  holdsForm,
  isHeldBy,
  isStaff,
  joined,
  lockCase,
  readable,
  selected,
  type CaseRow,
} from './row.ts'
export { holderOfCase } from './tell.ts'
export { holdFiles } from './files.ts'
export { viewOfCase } from './view.ts'
export { answerPart } from './answer-part.ts'
export { isAsked } from './named-in-case.ts'
export { agreedPeople, casesJoined, peopleNamed } from './people.ts'
