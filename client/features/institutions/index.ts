export { InstitutionsPage } from './institutions-page.tsx'
