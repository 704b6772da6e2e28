export { ResearchPage } from './research-page.tsx'
