export { fileRoutes } from './routes.ts'
export { fileStore, keepFile } from './store.ts'
