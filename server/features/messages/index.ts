import type { Feature, Ground } from '../../engine/feature.ts'
import { choiceRoutes, paceRoute } from './choices.ts'
import { messageConsumer } from './consumer.ts'
import { forwardingJob, type Forwarding } from './forward.ts'
import { placeOf } from './links.ts'
import { workConsumer, type Live } from './live.ts'
import { templateRoutes } from './templates.ts'
import { toManyRoutes } from './to-many.ts'
import { reminderRoutes } from './reminder-routes.ts'
import { groupRoutes, messageRoutes, streamRoute } from './routes.ts'

export { correctionsPath, placeOf } from './links.ts'
export { liveBadges } from './live.ts'
export { insertMessages, notify } from './notify.ts'
export { countUnread, unreadMessages } from './store.ts'

export const messages: Feature<
  Pick<Ground, 'config' | 'db' | 'keys' | 'engine' | 'mail' | 'sms' | 'actorOn'> & {
    readonly live: Live
    readonly workOf: Forwarding['workOf']
  }
> = {
  name: 'messages',
  routes: (server, { db, engine, mail, sms, actorOn, live }) => {
    messageRoutes(server, db, actorOn)
    groupRoutes(server, { db, records: engine.records, actorOn })
    reminderRoutes(server, db, actorOn)
    streamRoute(server, actorOn, live)
    toManyRoutes(server, db, actorOn)
    templateRoutes(server, db, actorOn)
    choiceRoutes(server, { db, mail, sms, actorOn })
    paceRoute(server, { db, actorOn })
  },
  consumers: ({ engine }) => [
    { where: 'everywhere', consumer: messageConsumer(engine.records, placeOf) },
    { where: 'everywhere', consumer: workConsumer },
  ],
  repeats: [{ where: 'everywhere', start: ({ live }) => live.start() }],
  jobs: ({ db, keys, mail, sms, config, workOf }) => [
    forwardingJob({ db, keys, mail, sms, workOf, origin: config.publicOrigin }),
  ],
}
