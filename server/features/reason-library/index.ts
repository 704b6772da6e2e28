export { reasonRoutes } from './routes.ts'
