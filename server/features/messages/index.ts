import type { Feature, Ground } from '../../engine/feature.ts'
import { choiceRoutes } from './choices.ts'
import { messageConsumer } from './consumer.ts'
import { forwardingJob } from './forward.ts'
import { placeOf } from './links.ts'
import { messageRoutes } from './routes.ts'

export { correctionsPath, placeOf } from './links.ts'
export { insertMessages, notify } from './notify.ts'
export { countUnread, unreadMessages } from './store.ts'

export const messages: Feature<
  Pick<Ground, 'config' | 'db' | 'keys' | 'engine' | 'mail' | 'sms' | 'actorOn'>
> = {
  name: 'messages',
  routes: (server, { db, mail, sms, actorOn }) => {
    messageRoutes(server, db, actorOn)
    choiceRoutes(server, { db, mail, sms, actorOn })
  },
  consumers: ({ engine }) => [{ where: 'everywhere', consumer: messageConsumer(engine.records, placeOf) }],
  jobs: ({ db, keys, mail, sms, config }) => [
    forwardingJob({ db, keys, mail, sms, origin: config.publicOrigin }),
  ],
}
