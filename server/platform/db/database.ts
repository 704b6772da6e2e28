import pg from 'pg'
import { between, onConnection, poolConfig, retrying, settingsOf, type Guard } from './connections.ts'
import { openDirectly } from './distribution/directly.ts'
import { NeedsCoordinator } from './distribution/owners-node.ts'
import { readParts } from './distribution/parts.ts'
import { isPooled } from './pooler.ts'
import { startPulse } from './pulse.ts'
import { inOrder, namedSender, plainSender, watched, type Run } from './senders.ts'
import { openSpread, type Statement, type Ways, type Within } from './spread.ts'
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
  /**
   * All rows of a statement that reads those of one owner alone, and of people and places: where rows are spread it runs
   * beside them. Each table stands after a `from` or `join` of its own.
   */
  ofOwner<R = Record<string, unknown>>(owner: number, q: Statement): Promise<R[]>
  /**
   * All rows of a statement that writes or locks rows of one owner alone; it may read people and places besides. Each table
   * stands after a `from`, `join`, `into` or `update` of its own.
   */
  writeOf<R = Record<string, unknown>>(owner: number, q: Statement): Promise<R[]>
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
    /**
     * The same for work about one owner. Where rows are spread it is done on the node that has his (decision 0133), as far as it
     * keeps to `ofOwner`, `writeOf` and `together` with this owner. At any other statement it is rolled back, done anew through
     * the coordinator, and work of its kind is begun there for a minute.
     * @param kind names what is alike in it: work of one kind asks the same tables
     */
    transactionOf<T>(owner: number, kind: string, work: (tx: Tx) => Promise<T>): Promise<T>
    /** How many changes this process committed past the coordinator. */
    writtenAtOwners(): number
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
export const joined = (db: Database, tx: Tx): Database => ({
  ...db,
  ...tx,
  transaction: (work) => work(tx),
  transactionOf: (_owner, _kind, work) => work(tx),
})

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
  /** Told of a node of a distributed database that cannot be reached from here, and is asked through the coordinator. */
  onNodeAway?: (node: string, error: unknown) => void
  /** Told of each statement that took longer than `slowMs` milliseconds: its text, in which no value stands. */
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
  const alone = (client: pg.ClientBase, text: string, values: readonly unknown[]) =>
    through ? between(client, begin, () => send(client, text, values)) : send(client, text, values)
  const run: Run = (text, values) =>
    retrying(() => onConnection(pool, guard, (client) => alone(client, text, values)))
  // A pooler stands before the server so that few connections are open.
  const directly = through ? undefined : openDirectly(options, () => readParts((text) => run(text, [])))
  const spread = openSpread(run, directly)
  const opened = <T>(work: (within: Within, client: pg.ClientBase) => Promise<T>) =>
    retrying(() =>
      onConnection(pool, guard, (client) => {
        const within = spread.within(inOrder((text, values) => send(client, text, values)))
        return between(client, begin, () => work(within, client), within.beforeCommit)
      }),
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
    transactionOf: transactionsOf(spread, transaction),
    writtenAtOwners: () => directly?.written() ?? 0,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ping: async () => void (await run('select 1', [])),
    async close() {
      await pulse?.stop()
      await directly?.close()
      await pool.end()
    },
  }
}

/**
 * Milliseconds that work of a kind is begun at the coordinator once it needed more than one owner's rows: most of a kind does
 * always, some only once.
 */
const throughCoordinator = 60_000

/** Transactions about one owner: on his node, or through the coordinator. */
function transactionsOf(
  { insideNode }: ReturnType<typeof openSpread>,
  transaction: Database['transaction'],
): Database['transactionOf'] {
  const elsewhere = new Map<string, number>()
  return async (owner, kind, work) => {
    if ((elsewhere.get(kind) ?? 0) > performance.now()) return transaction(work)
    const onNode = (refuse: () => Promise<never>, ways: Ways) =>
      work({
        ...queryable(refuse, ways),
        get client(): pg.ClientBase {
          refuse().catch(() => undefined)
          throw new NeedsCoordinator()
        },
      })
    try {
      const answer = await insideNode(owner, onNode)
      if (answer) return answer.done
    } catch (error) {
      if (!(error instanceof NeedsCoordinator)) throw error
      elsewhere.set(kind, performance.now() + throughCoordinator)
    }
    return transaction(work)
  }
}

/**
 * Behind a pooler a transaction brings its settings along, in the same message as its beginning (docs/decisions/0100).
 */
const beginningWith = (settings: Readonly<Record<string, string | number>>) =>
  ['begin', ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)].join('; ')

function queryable(run: Run, ways: Ways): Queryable {
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
