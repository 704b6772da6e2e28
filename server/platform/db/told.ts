import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Job } from '../lifecycle/job.ts'
import { errorFacts, type Log } from '../log/log.ts'
import { isPooled } from './pooler.ts'

/** Milliseconds before a lost connection is tried again. */
const pauseMs = 1_000

export interface ChannelListener {
  readonly url: string
  /** Channel of NOTIFY. */
  readonly channel: string
  readonly log: Log
  /** Called with each payload, and with null after each connect: notifications before it were missed. */
  readonly onTold: (payload: string | null) => void
}

/**
 * Listens to what any process says with pg_notify, on a connection of its own. A lost connection is opened
 * again, for as long as it takes. Behind a pooler nothing is told: the session that listens is somebody
 * else's a moment later.
 */
export function listenTo({ url, channel, log, onTold }: ChannelListener): Job {
  if (isPooled(url)) return { stop: async () => {} }
  const stopping = new AbortController()
  const listen = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'xingtan-told', keepAlive: true })
    const ended = new Promise<void>((done) => {
      client.on('error', () => done())
      client.on('end', () => done())
      stopping.signal.addEventListener('abort', () => done(), { once: true })
    })
    client.on('notification', ({ payload }) => onTold(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      onTold(null)
      await ended
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const going = (async () => {
    while (!stopping.signal.aborted) {
      await listen().catch((error: unknown) => log.warn('database.told', errorFacts(error)))
      if (!stopping.signal.aborted)
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await going
    },
  }
}
