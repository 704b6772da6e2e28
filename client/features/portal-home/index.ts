export { PortalHomePage } from './portal-home-page.tsx'
