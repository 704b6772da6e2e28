export { CoursesPage } from './courses-page.tsx'
export { LearningPage } from './learning-page.tsx'
