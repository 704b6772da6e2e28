export { OwnStudiosPage } from './own-page.tsx'
export { StudioCasesPage } from './cases-page.tsx'
export { StudiosPage } from './studios-page.tsx'
