export type { AccountOptions } from './options.ts'
export { accountRoutes } from './routes.ts'
