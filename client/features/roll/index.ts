export { RollPage } from './roll-page.tsx'
