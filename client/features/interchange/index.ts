export { InterchangePage } from './interchange-page.tsx'
