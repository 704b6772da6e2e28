export {
  campaignById,
  campaignColumns,
  closedBecause,
  currentMinute,
  keepPlaces,
  nextSerial,
  openCampaign,
  publicityEnds,
  requireWindow,
  termEnds,
  type CampaignRow,
} from './campaign.ts'
export type { CampaignNeeds } from './campaigning.ts'
export { runCampaignClock } from './clock.ts'
export {
  actOnCampaign,
  campaignView,
  createCampaign,
  editCampaign,
  listCampaigns,
  type CampaignAsked,
} from './office.ts'
export { grantPlaces, quotaBoard, rankEntries, ranking } from './quota.ts'
export { readableCampaign } from './scope.ts'
