export { startNameForms } from './name-forms.ts'
export { userRoutes } from './routes.ts'
