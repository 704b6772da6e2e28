export { nameFormsJob } from './name-forms.ts'
export { oneTimePassword } from './one-time-password.ts'
export { requestRoutes } from './request-routes.ts'
export { userRoutes } from './routes.ts'
