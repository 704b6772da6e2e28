export { CampaignsPage } from './campaigns-page.tsx'
export { PublicityPage } from './publicity-page.tsx'
