export { QuestionDeskPage } from './desk-page.tsx'
export { QuestionsPage } from './questions-page.tsx'
export { OwnImportHistoryPage, OwnImportsPage } from './own-imports-page.tsx'
