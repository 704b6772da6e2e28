export { QuestionDeskPage } from './desk-page.tsx'
export { QuestionsPage } from './questions-page.tsx'
