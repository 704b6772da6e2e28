export { PrintForms } from './print-forms.tsx'
export { save } from './use-forms.ts'
