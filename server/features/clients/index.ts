export { clientOfDomain, clientRoutes } from './routes.ts'
