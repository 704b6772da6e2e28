export { RosterPage } from './roster-page.tsx'
