import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { DatabaseOptions } from './database.ts'
import { breaksConnection, isRetryable } from './errors.ts'
import { typeParsers } from './pg-types.ts'
import { isPooled } from './pooler.ts'
import type { Pulse } from './pulse.ts'

const ATTEMPTS = 3

/** Gives up work that waits for a server which stands still. */
export type Guard = Pulse['guard']

/** Timeouts set on every session, in milliseconds. */
export function settingsOf(options: DatabaseOptions): Readonly<Record<string, string | number>> {
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

/**
 * A pool as the options say.
 * @param more what its sessions are set to besides
 */
export function poolConfig(
  options: DatabaseOptions,
  more: Readonly<Record<string, string>> = {},
): pg.PoolConfig {
  const timeout = options.statementTimeout ?? 10_000
  const settings = Object.entries({ ...settingsOf(options), ...more }).map(
    ([name, value]) => `-c ${name}=${value}`,
  )
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

/** Runs work again whose transaction met another one. */
export async function retrying<T>(attempt: () => Promise<T>): Promise<T> {
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
export async function onConnection<T>(
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

/**
 * Runs work in a transaction that `begin` opens.
 * @param last what is sent before the commit
 */
export async function between<T>(
  client: pg.ClientBase,
  begin: string,
  work: () => Promise<T>,
  last = '',
): Promise<T> {
  try {
    await client.query(begin)
    const result = await work()
    await commit(client, last)
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
async function commit(client: pg.ClientBase, last: string): Promise<void> {
  const swallowed = 'the transaction was rolled back by an earlier, swallowed error'
  // The driver answers several statements with a list.
  const done: pg.QueryResult | pg.QueryResult[] = await client
    .query(`${last}commit`)
    .catch((cause: unknown) => {
      // A transaction that failed takes no other statement before its end.
      if (cause instanceof pg.DatabaseError && cause.code === '25P02') throw new Error(swallowed, { cause })
      throw cause
    })
  if ([done].flat().at(-1)?.command !== 'COMMIT') throw new Error(swallowed)
}
