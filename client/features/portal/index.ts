export { PortalPage } from './portal-page.tsx'
export { ReadingPage } from './reading-page.tsx'
