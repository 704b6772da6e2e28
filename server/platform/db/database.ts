import pg from 'pg'
import { between, onConnection, poolConfig, retrying, settingsOf, type Guard } from './connections.ts'
import { openSpread, type SpreadDatabase } from './cluster/spread.ts'
import { isPooled } from './pooler.ts'
import { startPulse } from './pulse.ts'
import { inOrder, namedSender, plainSender, watched, type Run } from './senders.ts'
import type { Sql } from './sql.ts'
import { asOne, asSeveral, type Change } from './together.ts'

/** Runs statements; both the database and an open transaction do. */
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
  /** Writes a change with all that follows it, or nothing; answers its leading rows. */
  together<R = Record<string, unknown>>(change: Change): Promise<R[]>
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
 * The same database for code that opens its own transactions, within one that is open already: all of it
 * happens or nothing.
 */
export const joined = (db: Database, tx: Tx): Database => ({
  ...db,
  ...tx,
  transaction: (work) => work(tx),
})

export type DatabaseOptions = Readonly<{
  url: string
  /** Connections at most; the sum over processes must stay below the server's max_connections. */
  max?: number
  applicationName?: string
  /** Milliseconds; 0 = none (jobs). The client gives up 2 s later, in case the server itself is stalled. */
  statementTimeout?: number
  /**
   * Plans each statement for its parameters, every time: a plan that was kept for a district, or for tables
   * when they were empty, is no plan for a province.
   */
  plansAnew?: true
  /** Milliseconds to wait for a connection, of the pool or of the server. */
  connectTimeout?: number
  /** Called for connections that died while idle; the pool replaces them. */
  onIdleError?: (error: Error) => void
  /**
   * Watches the server and gives up what waits for it when it stands still; told of each change. For whoever
   * answers people, not for jobs and commands. A slow query keeps its `statementTimeout`.
   */
  onAnswering?: (answers: boolean) => void
  /**
   * Told of each statement that took longer than `slowMs` milliseconds: its text, in which no value stands.
   */
  onSlow?: (slow: { readonly ms: number; readonly statement: string }) => void
  slowMs?: number
  /** Wraps each statement, to be traced (platform/tracing). */
  around?: <T>(text: string, work: () => Promise<T>) => Promise<T>
}>

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
  const single = (client: pg.ClientBase, text: string, values: readonly unknown[]) =>
    through ? between(client, begin, () => send(client, text, values)) : send(client, text, values)
  const run: Run = (text, values) =>
    retrying(() => onConnection(pool, guard, (client) => single(client, text, values)))
  const spread = openSpread(run)
  const transaction: Database['transaction'] = async (work) => {
    const known = await spread()
    return retrying(() =>
      onConnection(pool, guard, (client) => {
        const within = inOrder((text, values) => send(client, text, values))
        const tx = { ...queryable(within, (change) => together(within, known, change), spread), client }
        return between(client, begin, () => work(tx), known?.beforeCommit)
      }),
    )
  }
  // A change is one statement where nothing is spread, and a transaction of several where it is.
  const alone = async <R>(change: Change): Promise<R[]> =>
    (await spread()) === null ? together<R>(run, null, change) : transaction((tx) => tx.together<R>(change))
  return {
    ...queryable(run, alone, spread),
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

/** Writes a change by one statement, or where tables are spread by several in an open transaction. */
async function together<R>(run: Run, spread: SpreadDatabase | null, change: Change): Promise<R[]> {
  const send = async (q: Sql) => (await run(q.text, q.values)).rows as object[]
  if (spread === null) return (await send(asOne(change))) as R[]
  const rows = await send(change.lead)
  const [row] = rows
  if (row) for (const each of asSeveral(change, { ...row })) await send(each)
  return rows as R[]
}

/**
 * Behind a pooler a transaction brings its settings along, in the same message as its beginning
 * (docs/decisions/0100).
 */
const beginningWith = (settings: Readonly<Record<string, string | number>>) =>
  ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ')

function queryable(
  run: Run,
  change: Queryable['together'],
  spread: () => Promise<SpreadDatabase | null>,
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
    together: change,
    isSpread: async () => (await spread()) !== null,
  }
}
