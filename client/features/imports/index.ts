export { ImportPage } from './import-page.tsx'
export { ImportHistoryPage } from './import-history-page.tsx'
