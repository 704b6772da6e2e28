export { hashPassword } from './password.ts'
export { createPasswords, type Passwords } from './passwords.ts'
export { signInRoutes } from './routes.ts'
export { switchRoute } from './switch.ts'
