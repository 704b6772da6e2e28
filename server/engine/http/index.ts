export { listRecords } from './reading.ts'
export { recordRoutes } from './routes.ts'
