import type { Feature, Ground } from '../../engine/feature.ts'
import { confirmRoutes } from './confirm-routes.ts'
import { messageConsumer } from './consumer.ts'
import { placeOf } from './links.ts'
import { workConsumer, type Live } from './live.ts'
import { templateRoutes } from './templates.ts'
import { toManyRoutes } from './to-many.ts'
import { reminderRoutes } from './reminder-routes.ts'
import { readersList } from './readers-export.ts'
import { groupRoutes, messageRoutes, streamRoute } from './routes.ts'

export { forgottenMessages } from './forgotten.ts'
export { correctionsPath, placeOf } from './links.ts'
export { liveBadges } from './live.ts'
export { insertMessages, notify } from './notify.ts'
export { waitingMessages } from './waiting.ts'
export { countUnread, unreadMessages } from './store.ts'

export const messages: Feature<Pick<Ground, 'db' | 'engine' | 'actorOn'> & { readonly live: Live }> = {
  name: 'messages',
  routes: (server, { db, engine, actorOn, live }) => {
    messageRoutes(server, db, actorOn)
    groupRoutes(server, { db, records: engine.records, actorOn })
    reminderRoutes(server, db, actorOn)
    streamRoute(server, actorOn, live)
    toManyRoutes(server, db, actorOn)
    templateRoutes(server, db, actorOn)
    confirmRoutes(server, db, actorOn)
  },
  consumers: ({ engine }) => [
    { where: 'everywhere', consumer: messageConsumer(engine.records, placeOf) },
    { where: 'everywhere', consumer: workConsumer },
  ],
  repeats: [{ where: 'everywhere', start: ({ live }) => live.start() }],
  exports: ({ db }) => [readersList(db)],
}
