export {
  campaignById,
  campaignColumns,
  closedForEntries,
  currentMinute,
  fileRulesIn,
  openCampaign,
  publicityDaysOf,
  publicityEnds,
  quotaOf,
  requireWindow,
  termEnds,
  type CampaignRow,
} from './campaign.ts'
export type { CampaignNeeds, PlaceKeeper } from './campaigning.ts'
export { runCampaignClock } from './clock.ts'
export { campaignFor, campaignsWhere, createCampaign, editCampaign, type HostedRow } from './office.ts'
export { actOnCampaign } from './move.ts'
export { heldBy, readableCampaign } from './scope.ts'
export {
  beginningActor,
  changingActor,
  ledBy,
  readingActor,
  setLead,
  standingsFor,
  type LeadOffice,
} from './lead.ts'
export { isSwept, runSweeps, sweepsOf, type MoveEntry } from './sweep.ts'
