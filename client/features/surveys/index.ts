export { SurveysPage } from './surveys-page.tsx'
