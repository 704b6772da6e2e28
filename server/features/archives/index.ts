export { archiveRoutes } from './routes.ts'
