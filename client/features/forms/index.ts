export { OfficeFormsPage } from './office-forms-page.tsx'
export { PrintedFormsPage } from './printed-forms-page.tsx'
export { VerifyPage } from './verify-page.tsx'
