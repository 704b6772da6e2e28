export { PrepsPage } from './preps-page.tsx'
