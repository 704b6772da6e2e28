import { buildEngine } from '../../app/engine.ts'
import { testKeys } from '../../app/testing/test-people.ts'
import { messageConsumer } from '../messages/consumer.ts'
import { takeWaiting } from '../../engine/outbox/index.ts'
import { closedChannel } from '../../platform/channels/channel.ts'
import { wecomChannel } from '../../platform/channels/wecom.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { smsChannel } from '../../platform/sms/sms.ts'
import { forwardReady } from './forward.ts'

/**
 * A process that writes messages of events and sends what follows, until it is killed: addresses of the
 * database and of the stand-in are its arguments. No other process sends beside it.
 */
const [url = '', standIn = ''] = process.argv.slice(2)
const db = openDatabase({ url, max: 4 })
const { records } = buildEngine(db, db, testKeys)
const consumer = messageConsumer(records, () => null)
const forwarding = {
  db,
  keys: testKeys,
  origin: undefined,
  leaseSeconds: 0,
  workOf: () => Promise.resolve(null),
  channels: {
    mail: closedChannel('mail'),
    dingtalk: closedChannel('dingtalk'),
    sms: smsChannel({ url: `${standIn}/sms`, token: undefined, outboxFolder: undefined }),
    wecom: wecomChannel({ url: standIn, corpId: 'ww1', agentId: 7, secret: 'right' }),
  },
}
process.stdout.write('began\n')
for (;;) {
  const told = await takeWaiting(db, consumer)
  const sent = await forwardReady(forwarding)
  if (!told && !sent) await new Promise((go) => setTimeout(go, 20))
}
