export { QueriesPage } from './queries-page.tsx'
export { QueryPage } from './query-page.tsx'
