import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '../lifecycle/job.ts'
import type { Log } from '../log/log.ts'
import type { Database, Queryable } from './database.ts'
import { isRetryable, translateDbError } from './errors.ts'
import { sql } from './sql.ts'

/** Milliseconds that what a replica answers may be old. */
export const oldestAnswer = 2_000
/** Milliseconds between two looks at a replica. */
const lookEvery = 300

/** The log's end of the primary, and when it was asked for: whatever was committed before is in it. */
interface Moment {
  readonly asked: number
  readonly end: bigint
}

/**
 * One replica. `upTo`: everything committed before that moment is there (`performance.now()`); null while
 * unknown.
 */
interface Replica {
  readonly name: string
  upTo: number | null
}

export interface Replicas extends Job {
  /** Runs work whose reads may be answered by a replica. */
  reading<T>(work: () => T): T
  /**
   * A pool whose reads may go to the replicas' pools, in the order of `openReplicas`; what writes stays where
   * it is.
   */
  over<Q extends Queryable>(primary: Q, copies: readonly Queryable[]): Q
  /** Milliseconds that each replica is behind at most; null where it is not known to be one. */
  ages(): readonly { readonly name: string; readonly ms: number | null }[]
}

const primaryEnd = sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as "end"`
const replayedEnd = sql`select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as "end"`

const endOf = async (db: Queryable, asked: typeof primaryEnd): Promise<bigint | null> => {
  const { end } = await db.one<{ end: string | null }>(asked)
  return end === null ? null : BigInt(end)
}

/**
 * What is no fault of the statement: the replica is away, stopped it for what came after, or cannot write.
 */
const mayDoElsewhere = (error: unknown): boolean =>
  translateDbError(error).kind === 'unavailable' || isRetryable(error)
const isWrite = (error: unknown): boolean => translateDbError(error).code === '25006'

/**
 * Watches streaming replicas and sends them reads that may be two seconds old (docs/decisions/0126). A
 * replica is asked only while it is known to have everything that was committed up to two seconds ago; one
 * that lags, stands still or is away is left out until it is known again.
 */
export function openReplicas(
  primary: Queryable,
  given: readonly { readonly name: string; readonly db: Database }[],
  log: Log,
): Replicas {
  const replicas: Replica[] = given.map(({ name }) => ({ name, upTo: null }))
  const reading = new AsyncLocalStorage<true>()
  const isCurrent = ({ upTo }: Replica) => upTo !== null && performance.now() - upTo <= oldestAnswer
  let turn = 0
  const next = (): number | null => {
    if (reading.getStore() === undefined) return null
    for (let tried = 0; tried < replicas.length; tried += 1) {
      turn = (turn + 1) % replicas.length
      const replica = replicas[turn]
      if (replica && isCurrent(replica)) return turn
    }
    return null
  }
  const leaveOut = (number: number, error: unknown) => {
    const replica = replicas[number]
    if (replica?.upTo == null) return
    replica.upTo = null
    log.warn('database.replica-away', { replica: replica.name, code: translateDbError(error).code })
  }
  const watching = watch(primary, { given, replicas, isCurrent, leaveOut, log })
  return {
    stop: watching.stop,
    reading: (work) => reading.run(true, work),
    ages: () =>
      replicas.map(({ name, upTo }) => ({ name, ms: upTo === null ? null : performance.now() - upTo })),
    over: (main, copies) => {
      const ask = async <T>(one: (db: Queryable) => Promise<T>): Promise<T> => {
        const number = next()
        const copy = number === null ? undefined : copies[number]
        if (number === null || !copy) return one(main)
        try {
          return await one(copy)
        } catch (error) {
          if (!mayDoElsewhere(error)) throw error
          if (isWrite(error)) log.warn('database.replica-asked-to-write')
          else if (!isRetryable(error)) leaveOut(number, error)
          return one(main)
        }
      }
      return {
        ...main,
        query: (q) => ask((db) => db.query(q)),
        one: (q) => ask((db) => db.one(q)),
        maybeOne: (q) => ask((db) => db.maybeOne(q)),
        prepared: (text, values) => ask((db) => db.prepared(text, values)),
      }
    },
  }
}

interface ReplicaWatch {
  readonly given: readonly { readonly db: Database }[]
  readonly replicas: Replica[]
  readonly isCurrent: (replica: Replica) => boolean
  readonly leaveOut: (number: number, error: unknown) => void
  readonly log: Log
}

/** Asks the primary for its end, and each replica how far it has come, again and again. */
function watch(primary: Queryable, { given, replicas, isCurrent, leaveOut, log }: ReplicaWatch): Job {
  const stopping = new AbortController()
  const rest = () => sleep(lookEvery, undefined, { signal: stopping.signal }).catch(() => undefined)
  let moments: readonly Moment[] = []
  const noteEnd = async () => {
    const asked = performance.now()
    const end = await endOf(primary, primaryEnd)
    if (end !== null) moments = [...moments, { asked, end }].slice(-Math.ceil((2 * oldestAnswer) / lookEvery))
  }
  const look = async (number: number, { db }: { readonly db: Database }) => {
    const replica = replicas[number]
    if (!replica) return
    const was = isCurrent(replica)
    const replayed = await endOf(db, replayedEnd)
    const reached = replayed === null ? undefined : moments.findLast(({ end }) => end <= replayed)
    if (reached) replica.upTo = reached.asked
    const is = isCurrent(replica)
    if (is === was) return
    if (is) log.info('database.replica-reads', { replica: replica.name })
    else log.warn('database.replica-lags', { replica: replica.name })
  }
  const going = (work: () => Promise<void>, failed: (error: unknown) => void) =>
    (async () => {
      while (!stopping.signal.aborted) {
        await work().catch(failed)
        await rest()
      }
    })()
  const all = [
    // The next call that needs it reports the fault. Replicas are left out once their positions are too old.
    going(noteEnd, () => undefined),
    ...given.map((one, number) =>
      going(
        () => look(number, one),
        (error) => leaveOut(number, error),
      ),
    ),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(all)
    },
  }
}
