export { beginCase, beginCaseFor } from './begin.ts'
export { editCase } from './edit.ts'
export { numberCase } from './number.ts'
export {
  answerObjection,
  objectTo,
  objectionsOf,
  publicityOf,
  requireObjectionsAnswered,
} from './objections.ts'
export { runClock } from './clock.ts'
export { teacherOf } from './effects.ts'
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
  pageStatement,
  waitingCases,
} from './list.ts'
export { amendCase } from './of-case.ts'
export { decideByOutcome, keepOutcomes, outcomesOf, reviewChoices, reviewItems } from './outcomes.ts'
export { lockCase, makeMove } from './move.ts'
export type { CaseNeeds } from './processing.ts'
export { anyCaseOf, caseOf, heldByCase, holdsForm, readable, type CaseRow } from './row.ts'
export { urgeCase } from './urge.ts'
export { holdFiles } from './files.ts'
export { viewOfCase } from './view.ts'
export { waitingCaseSource, waitingPeople } from './waiting.ts'
export { answerPart, ownPartsOf } from './own-parts.ts'
export { agreedPeople, casesJoined, peopleNamed } from './people.ts'
