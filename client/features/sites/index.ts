export { SitesPage } from './sites-page.tsx'
