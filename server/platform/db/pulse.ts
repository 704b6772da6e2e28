import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Watches whether a server answers, on a connection of its own, so that nobody waits for one that stands still. */
export interface Pulse {
  /** Runs work, unless the server is known to stand still; gives it up when the server is found to do so meanwhile. */
  guard<T>(work: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** Milliseconds between two looks, and how long an answer may take: together well below the 3 s a caller may wait for a 503. */
const pauseMs = 400
const patienceMs = 1_500

/** Read by `translateDbError` as unavailable, and as a connection not to be used again. */
const standing = () => new Error('Connection terminated: the database does not answer')

/** One question to the server; false without an answer in time. */
async function answers(client: pg.Client): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => {
    // An answer that came while this process was busy is read before the look ends: timers run first.
    timer = setTimeout(() => setImmediate(() => setImmediate(done, false)), patienceMs)
  })
  const told = client.query('select 1').then(
    () => true,
    () => false,
  )
  const answered = await Promise.race([told, late])
  clearTimeout(timer)
  return answered
}

/**
 * Looks at the server again and again until stopped. A stopped process, a hung disk or a network that swallows everything leaves a query
 * without an answer for as long as its own limit; a slow query of one caller is something else and keeps its time.
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
  const open = async (): Promise<pg.Client | undefined> => {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: patienceMs, application_name: 'xingtan-pulse' })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      // Refused at once is down, not standing still: each query finds that by itself.
      if (error instanceof Error && /timeout/i.test(error.message)) learn(true)
      return undefined
    }
  }
  const watch = async () => {
    let client: pg.Client | undefined
    while (!stopping.signal.aborted) {
      client ??= await open()
      const well = client !== undefined && (await answers(client))
      if (client && !stopping.signal.aborted) learn(!well)
      if (!well) {
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
