import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { breaksConnection, isRetryable } from './errors.ts'
import { typeParsers } from './pg-types.ts'
import { isPooled } from './pooler.ts'
import { startPulse, type Pulse } from './pulse.ts'
import { inOrder, namedSender, plainSender, watched, type Run } from './senders.ts'
import { openSpread, type Given, type Within } from './spread.ts'
import type { Sql } from './sql.ts'
import type { Change, Finding } from './together.ts'

/** What a store function needs; both the database and an open transaction are one. */
export type Queryable = Readonly<{
  /** All rows, as the database names the columns. */
  query<R = Record<string, unknown>>(q: Sql): Promise<R[]>
  /** Exactly one row; none or several is a defect and throws. */
  one<R = Record<string, unknown>>(q: Sql): Promise<R>
  /** One row or undefined; several throw. */
  maybeOne<R = Record<string, unknown>>(q: Sql): Promise<R | undefined>
  /** Runs it and says how many rows it touched. */
  execute(q: Sql): Promise<number>
  /** A text compiled once by the caller (`$1 …` placeholders), with this call's values. */
  prepared<R = Record<string, unknown>>(text: string, values: readonly unknown[]): Promise<R[]>
  /** The same of a text that reads the rows of one owner alone: where rows are spread it runs beside them. */
  ofOwner<R = Record<string, unknown>>(owner: number, text: string, values: readonly Given[]): Promise<R[]>
  /** Writes a change with all that follows it, or nothing; answers its leading rows. */
  together<R = Record<string, unknown>>(change: Change): Promise<R[]>
  /** Writes the rows that a statement finds; those that are there already stay. */
  insertFound(finding: Finding): Promise<void>
  /** Whether Citus spreads tables of this database over nodes, as far as this process knows. */
  isSpread(): Promise<boolean>
}>

/** An open transaction. `client` is for COPY only; await one call before the next. */
export type Tx = Queryable & Readonly<{ client: pg.ClientBase }>

export type Database = Queryable &
  Readonly<{
    /**
     * Runs `work` between BEGIN and COMMIT; any throw rolls back. On a serialisation failure or deadlock
     * (40001, 40P01) the whole of `work` runs again, three times in all: keep side effects outside the
     * database out of it.
     */
    transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
    /** Connections of the pool now: busy, idle, and callers that wait for one. */
    connections(): { readonly busy: number; readonly idle: number; readonly waiting: number }
    /** Throws if the database does not answer. */
    ping(): Promise<void>
    close(): Promise<void>
  }>

/**
 * The same database for code that opens its own transactions, within one that is open already: all of it happens or
 * nothing.
 */
export const joined = (db: Database, tx: Tx): Database => ({ ...db, ...tx, transaction: (work) => work(tx) })

export type DatabaseOptions = Readonly<{
  url: string
  /** Connections at most; the sum over processes must stay below the server's max_connections. */
  max?: number
  applicationName?: string
  /** Milliseconds; 0 = none (jobs). The client gives up 2 s later, in case the server itself is stalled. */
  statementTimeout?: number
  /**
   * Plans each statement for its parameters, every time: a plan that was kept for a district, or for tables when they were
   * empty, is no plan for a province.
   */
  plansAnew?: true
  /** Milliseconds to wait for a connection, of the pool or of the server. */
  connectTimeout?: number
  /** Told about connections that died while idle; they are replaced by themselves. */
  onIdleError?: (error: Error) => void
  /**
   * Watches the server and gives up what waits for it when it stands still; told of each change. For whoever
   * answers people, not for jobs and commands. A slow query keeps its `statementTimeout`.
   */
  onAnswering?: (answers: boolean) => void
  /** Told of each statement that took longer than `slowMs` milliseconds: its text, in which no value stands. */
  onSlow?: (slow: { readonly ms: number; readonly statement: string }) => void
  slowMs?: number
  /** Wraps each statement, to be traced (platform/tracing). */
  around?: <T>(text: string, work: () => Promise<T>) => Promise<T>
}>

const ATTEMPTS = 3

/**
 * A pool on one PostgreSQL server. Opens no connection by itself. Errors are the driver's own: translate them
 * with `translateDbError`.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool(poolConfig(options))
  // An idle connection that dies raises here; without a listener the process would end.
  pool.on('error', (error) => options.onIdleError?.(error))
  const { onAnswering } = options
  const through = isPooled(options.url)
  const send = watched(through ? plainSender : namedSender(), options)
  const begin = through ? beginningWith(settingsOf(options)) : 'begin'
  const pulse = onAnswering && startPulse({ connectionString: options.url }, onAnswering)
  const guard: Guard = pulse ? pulse.guard : (work) => work()
  const alone = (client: pg.ClientBase, text: string, values: readonly unknown[]) =>
    through ? between(client, begin, () => send(client, text, values)) : send(client, text, values)
  const run: Run = (text, values) =>
    retrying(() => onConnection(pool, guard, (client) => alone(client, text, values)))
  const spread = openSpread(run)
  const opened = <T>(work: (within: Within, client: pg.ClientBase) => Promise<T>) =>
    retrying(() =>
      onConnection(pool, guard, (client) =>
        between(client, begin, async () => {
          const within = spread.within(inOrder((text, values) => send(client, text, values)))
          const result = await work(within, client)
          await within.beforeCommit()
          return result
        }),
      ),
    )
  const transaction: Database['transaction'] = (work) =>
    opened((within, client) =>
      work({
        ...queryable(within.run, within.ways),
        get client() {
          within.writes()
          return client
        },
      }),
    )
  const outside = spread.outside(opened)
  return {
    ...queryable(outside.run, outside.ways),
    transaction,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ping: async () => void (await run('select 1', [])),
    async close() {
      await pulse?.stop()
      await pool.end()
    },
  }
}

type Guard = Pulse['guard']

/** What every session is set to; milliseconds. */
function settingsOf(options: DatabaseOptions): Readonly<Record<string, string | number>> {
  const timeout = options.statementTimeout ?? 10_000
  return {
    statement_timeout: timeout,
    lock_timeout: 3_000,
    // Jobs and loads reckon between two statements; on a busy machine that takes them more than ten seconds.
    idle_in_transaction_session_timeout: timeout > 0 ? 10_000 : 120_000,
    timezone: 'Asia/Shanghai',
    ...(options.plansAnew && { plan_cache_mode: 'force_custom_plan' }),
  }
}

function poolConfig(options: DatabaseOptions): pg.PoolConfig {
  const timeout = options.statementTimeout ?? 10_000
  const settings = Object.entries(settingsOf(options)).map(([name, value]) => `-c ${name}=${value}`)
  return {
    connectionString: options.url,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectTimeout ?? 2_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(timeout > 0 && { query_timeout: timeout + 2_000 }),
    application_name: options.applicationName ?? 'xingtan',
    ...(!isPooled(options.url) && { options: settings.join(' ') }),
    types: typeParsers,
  }
}

/**
 * Behind a pooler a transaction brings its settings along, in the same message as its beginning (docs/decisions/0100).
 */
const beginningWith = (settings: Readonly<Record<string, string | number>>) =>
  ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ')

function queryable(
  run: Run,
  ways: Pick<Queryable, 'ofOwner' | 'together' | 'insertFound' | 'isSpread'>,
): Queryable {
  const rows = async <R>(q: Sql) => (await run(q.text, q.values)).rows as R[]
  const atMostOne = async <R>(q: Sql) => {
    const found = await rows<R>(q)
    if (found.length > 1) throw new Error(`expected one row, got ${found.length}: ${q.text.slice(0, 120)}`)
    return found[0]
  }
  return {
    query: rows,
    maybeOne: atMostOne,
    one: async <R>(q: Sql) => {
      const row = await atMostOne<R>(q)
      if (row === undefined) throw new Error(`expected one row, got none: ${q.text.slice(0, 120)}`)
      return row
    },
    execute: async (q) => (await run(q.text, q.values)).rowCount ?? 0,
    prepared: async <R>(text: string, values: readonly unknown[]) => (await run(text, values)).rows as R[],
    ...ways,
  }
}

/** Runs work in a transaction that `begin` opens. */
async function between<T>(client: pg.ClientBase, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin)
  try {
    const result = await work()
    await commit(client)
    return result
  } catch (error) {
    if (breaksConnection(error)) throw error
    await client.query('rollback').catch((failure: Error) => {
      throw new Error('Connection terminated: rollback failed', { cause: failure })
    })
    throw error
  }
}

/**
 * A failed statement whose error was swallowed turns COMMIT into ROLLBACK without an error: say so instead.
 */
async function commit(client: pg.ClientBase): Promise<void> {
  const done = await client.query('commit')
  if (done.command !== 'COMMIT')
    throw new Error('the transaction was rolled back by an earlier, swallowed error')
}

async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === ATTEMPTS || !isRetryable(error)) throw error
      await sleep(tries * 20 + Math.random() * 40)
    }
  }
}

/** A connection that comes after its borrower gave up goes back unused. */
async function borrow(pool: pg.Pool, guard: Guard): Promise<pg.PoolClient> {
  const coming = pool.connect()
  try {
    return await guard(() => coming)
  } catch (error) {
    coming.then(
      (client) => client.release(),
      () => {},
    )
    throw error
  }
}

/** Borrows a connection; gives it back, or ends it if the failure says that it cannot be trusted any more. */
async function onConnection<T>(
  pool: pg.Pool,
  guard: Guard,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await borrow(pool, guard)
  let lost = false
  // While borrowed, the pool does not listen: a connection cut between two statements would end the process.
  const onError = () => void (lost = true)
  client.on('error', onError)
  const giveBack = (broken: boolean) => {
    client.off('error', onError)
    client.release(broken)
  }
  try {
    const result = await guard(() => work(client))
    giveBack(lost)
    return result
  } catch (error) {
    giveBack(lost || breaksConnection(error))
    throw error
  }
}
