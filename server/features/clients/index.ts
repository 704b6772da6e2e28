export { clientFor, clientRoutes } from './routes.ts'
