export { PrintedFormsPage } from './printed-forms-page.tsx'
export { VerifyPage } from './verify-page.tsx'
