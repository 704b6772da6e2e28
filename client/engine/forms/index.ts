export { PrintMany, type Many } from './print-many.tsx'
export { PrintForms } from './print-forms.tsx'
