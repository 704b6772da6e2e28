import type { Feature, Ground } from '../../engine/feature.ts'
import type { EnrolmentNeeds } from './enrol/options.ts'
import { rollList } from './export.ts'
import { enrolRoutes } from './enrol/routes.ts'
import { rollRoutes } from './routes.ts'

export { foundIn } from './roll.ts'

export const roll: Feature<Pick<Ground, 'actorOn'> & EnrolmentNeeds> = {
  name: 'roll',
  routes: (server, { engine, db, keys, accounts, movement, examineAgain, actorOn }) => {
    rollRoutes(server, engine, actorOn)
    enrolRoutes(server, { engine, db, keys, accounts, movement, examineAgain }, actorOn)
  },
  exports: ({ engine }) => [rollList(engine)],
}
