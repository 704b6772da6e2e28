export { CampaignsPage } from './campaigns-page.tsx'
export { RankingTab } from './ranking-tab.tsx'
export type { TabsOfCampaign } from './campaign-tabs.tsx'
export { PublicityPage } from './publicity-page.tsx'
