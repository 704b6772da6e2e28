export { fileRoutes, photoAddress } from './routes.ts'
export { fileStore, keepFile } from './store.ts'
