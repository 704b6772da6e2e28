export { TrainingDaysPage } from './training-days-page.tsx'
