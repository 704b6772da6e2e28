export { fileRoutes, photoAddress, publicAddress } from './routes.ts'
export { fileStore, keepFile } from './store.ts'
