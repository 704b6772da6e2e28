export { AnalysisPage } from './analysis-page.tsx'
