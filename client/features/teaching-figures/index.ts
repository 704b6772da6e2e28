export { TeachingReportPage } from './report-page.tsx'
