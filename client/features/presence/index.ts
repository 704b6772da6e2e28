export { LedSessionPage } from './led-session-page.tsx'
export { TrainingDaysPage } from './training-days-page.tsx'
