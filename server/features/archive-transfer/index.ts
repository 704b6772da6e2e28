import type { Feature } from '../../engine/feature.ts'
import { transferJobs } from './make.ts'
import { transferRoutes, type TransferRouteNeeds } from './routes.ts'

export { packageTable } from './sealed.ts'

/** 归档移交: packages in which offices hand archives over to the archive of the region (0283). */
export const archiveTransfer: Feature<TransferRouteNeeds> = {
  name: 'archive-transfer',
  routes: transferRoutes,
  jobs: transferJobs,
}
