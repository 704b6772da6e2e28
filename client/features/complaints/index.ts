export { ComplainPage } from './complain-page.tsx'
export { ComplaintsPage } from './complaints-page.tsx'
