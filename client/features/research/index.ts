export { ResearchPage } from './research-page.tsx'
export { SchoolResearchPage } from './school-research-page.tsx'
