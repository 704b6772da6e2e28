export { AfterRulesPage } from './after-rules-page.tsx'
