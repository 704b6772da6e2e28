import type { Feature, Ground } from '../../engine/feature.ts'
import { ending, writing } from './clock.ts'
import type { ExportNeeds } from './options.ts'
import { exportRoutes } from './routes.ts'

export { exportTable } from './sealed.ts'
export { waitingExports } from './waiting.ts'

export const exports: Feature<ExportNeeds & Pick<Ground, 'actorOn'>> = {
  name: 'exports',
  routes: (server, exporting) => exportRoutes(server, exporting, exporting.actorOn),
  jobs: (exporting) => [writing(exporting), ending(exporting)],
}
