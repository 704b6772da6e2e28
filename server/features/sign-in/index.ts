export { hashPassword } from './password.ts'
export { signInRoutes } from './routes.ts'
