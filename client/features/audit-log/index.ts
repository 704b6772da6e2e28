export { LogListPage } from './log-list-page.tsx'
