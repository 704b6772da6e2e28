import type { Feature, Ground } from '../../engine/feature.ts'
import { correctionRoutes } from './routes.ts'

export { waitingConfirmations } from './confirm.ts'
export { correctionTable } from './sealed.ts'
export { openCorrections } from './queue.ts'
export { correctionSources } from './waiting.ts'

export const corrections: Feature<Pick<Ground, 'engine' | 'notify' | 'placeOf' | 'actorOn'>> = {
  name: 'corrections',
  routes: (server, { engine, notify, placeOf, actorOn }) =>
    correctionRoutes(server, engine, { notify, linkOf: placeOf }, actorOn),
}
