export { QualityReportPage } from './quality-report-page.tsx'
