export {
  campaignById,
  campaignColumns,
  closedForEntries,
  currentMinute,
  fileRulesIn,
  nextSerial,
  openCampaign,
  publicityDaysOf,
  publicityEnds,
  quotaOf,
  requireWindow,
  termEnds,
  type CampaignRow,
} from './campaign.ts'
export type { Campaigning } from './campaigning.ts'
export { runCampaignClock } from './clock.ts'
export { campaignView, createCampaign, editCampaign, listCampaigns, type CampaignAsked } from './office.ts'
export { actOnCampaign } from './move.ts'
export { readableCampaign } from './scope.ts'
export { runSweeps, type MoveEntry } from './sweep.ts'
