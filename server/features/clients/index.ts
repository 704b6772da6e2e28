export { clientFor, clientRoutes, type AskedClient } from './routes.ts'
