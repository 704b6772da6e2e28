import type { Feature, Ground } from '../../engine/feature.ts'
import { startDictionaries } from './learn.ts'
import { dictionaryRoutes } from './routes.ts'

export { learnDictionaries } from './learn.ts'

export const dictionaries: Feature<Pick<Ground, 'engine' | 'db' | 'log' | 'actorOn'>> = {
  name: 'dictionaries',
  routes: (server, { engine, actorOn }) => dictionaryRoutes(server, engine, actorOn),
  repeats: [{ where: 'everywhere', start: ({ db, log }) => startDictionaries(db, log) }],
}
