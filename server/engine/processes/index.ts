export { beginCase, beginCaseFor, editCase } from './begin.ts'
export {
  campaignById,
  campaignColumns,
  closedBecause,
  currentMinute,
  nextSerial,
  type CampaignRow,
} from './campaign.ts'
export {
  actOnCampaign,
  campaignView,
  createCampaign,
  editCampaign,
  listCampaigns,
  type CampaignAsked,
} from './campaign-office.ts'
export { runCampaignClock } from './campaign-clock.ts'
export { readableCampaign } from './campaign-scope.ts'
export { numberCase } from './number.ts'
export {
  answerObjection,
  objectTo,
  objectionsOf,
  publicityOf,
  requireObjectionsAnswered,
} from './objections.ts'
export { grantPlaces, quotaBoard, rankEntries, ranking } from './quota.ts'
export { runClock } from './clock.ts'
export { filesIn } from './form.ts'
export type {
  Consequences,
  Effect,
  Followed,
  HandedOver,
  Judge,
  Judged,
  Matter,
  Moved,
  Source,
} from './effects.ts'
export { casesOfInstitutions } from './follow.ts'
export { caseKeys, casesByIds, type ListAsked, listCases, pageStatement, waitingCases } from './list.ts'
export { amendCase } from './of-case.ts'
export { decideByOutcome, keepOutcomes, outcomesOf, reviewChoices, reviewItems } from './outcomes.ts'
export { lockCase, makeMove } from './move.ts'
export type { Processing } from './processing.ts'
export { anyCaseOf, caseOf, heldByCase, holdsForm, readable, type CaseRow } from './row.ts'
export { urgeCase } from './urge.ts'
export { holdFiles } from './form.ts'
export { viewOfCase } from './view.ts'
export { waitingCaseSource } from './waiting.ts'
