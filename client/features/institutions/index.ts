export { InstitutionsPage } from './institutions-page.tsx'
export { OwnInstitutionPage } from './own-institution.tsx'
