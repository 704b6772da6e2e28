export { SchedulePage } from './schedule-page.tsx'
