export { DeskPage } from './desk-page.tsx'
export { TasksPage } from './tasks-page.tsx'
