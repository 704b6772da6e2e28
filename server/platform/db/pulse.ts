import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * Watches whether a server answers, on a connection of its own, so that nobody waits for one that stands
 * still.
 */
export interface Pulse {
  /**
   * Runs work, unless the server is known to stand still; gives it up when the server is found to do so
   * meanwhile.
   */
  guard<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/**
 * Milliseconds between two looks, and how long an answer may take: together well below the 3 s a caller may
 * wait for a 503.
 */
const pauseMs = 400
const patienceMs = 1_500

/** Read by `translateDbError` as unavailable, and as a connection not to be used again. */
const standing = () => new Error('Connection terminated: the database does not answer')

/**
 * What a look found: an answer, none in time, or a connection that ended, which says nothing of the others.
 */
type Look = 'answered' | 'late' | 'broken'

/** One question to the server. */
async function look(client: pg.Client): Promise<Look> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Look>((done) => {
    // An answer that came while this process was busy is read before the look ends: timers run first.
    timer = setTimeout(() => setImmediate(() => setImmediate(done, 'late')), patienceMs)
  })
  const told = client.query('select 1').then(
    (): Look => 'answered',
    (): Look => 'broken',
  )
  const found = await Promise.race([told, late])
  clearTimeout(timer)
  return found
}

/**
 * Looks at the server again and again until stopped. A stopped process, a hung disk or a network that
 * swallows everything leaves a query without an answer for as long as its own limit; a slow query of one
 * caller is something else and keeps its time.
 */
export function startPulse(config: pg.ClientConfig, onChange: (answers: boolean) => void): Pulse {
  const waiting = new Set<(error: Error) => void>()
  const stopping = new AbortController()
  let stands = false
  const learn = (now: boolean) => {
    if (stands === now) return
    stands = now
    onChange(!now)
    if (now) for (const giveUp of waiting) giveUp(standing())
  }
  /** A connection, or why there is none: refused at once is down, which each query finds by itself. */
  const open = async (): Promise<pg.Client | Look> => {
    const client = new pg.Client({
      ...config,
      connectionTimeoutMillis: patienceMs,
      application_name: 'xingtan-pulse',
    })
    client.on('error', () => {})
    return client.connect().then(
      () => client,
      (error: Error): Look => (/timeout/i.test(error.message) ? 'late' : 'broken'),
    )
  }
  const watch = async () => {
    let client: pg.Client | undefined
    while (!stopping.signal.aborted) {
      const opened = client ?? (await open())
      const found = typeof opened === 'string' ? opened : await look(opened)
      client = typeof opened === 'string' ? undefined : opened
      if (!stopping.signal.aborted) learn(found === 'late')
      if (found !== 'answered') {
        // A query without an answer is under way: `end` cuts the connection at once.
        client?.end().catch(() => {})
        client = undefined
      }
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await client?.end().catch(() => {})
  }
  const watching = watch()
  return {
    guard: (work) =>
      stands
        ? Promise.reject(standing())
        : new Promise((resolve, reject) => {
            waiting.add(reject)
            work()
              .then(resolve, reject)
              .finally(() => waiting.delete(reject))
          }),
    async stop() {
      stopping.abort()
      await watching
    },
  }
}
