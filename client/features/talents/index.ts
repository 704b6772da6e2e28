export { TalentPage } from './talent-page.tsx'
export { TalentsPage } from './talents-page.tsx'
