import pg from 'pg'
import { onConnection, poolConfig, retrying, type Guard } from '../connections.ts'
import type { DatabaseOptions } from '../database.ts'
import { translateDbError } from '../errors.ts'
import { watched } from '../senders.ts'
import { keptSender } from './kept.ts'
import { withTables, type Whereabouts } from './nearest.ts'
import { partOf, type Node, type Part, type Parts } from './parts.ts'

/**
 * The function by which a statement finds that it came to the right node: what was moved away stands there for a while, with the
 * rows of then.
 */
export const guardText = `
create or replace function rows_lie_here(part bigint) returns boolean language plpgsql stable as $$
begin
  if not exists (
    select from pg_dist_placement where shardid = part and groupid = (select groupid from pg_dist_local_group)
  ) then
    raise exception 'rows of part % lie elsewhere', part using errcode = 'undefined_table';
  end if;
  return true;
end $$`

/** Milliseconds that a node is left alone after it could not be reached from here. */
const leftAlone = 10_000

/** Uses of a connection: the driver remembers each statement that was ever named on it. */
const mostUses = 100_000

export interface Asked {
  readonly owner: number
  readonly text: string
  readonly values: readonly unknown[]
}

/** Statements about one owner, sent to the node that has his rows. */
export interface Directly {
  /** Its rows; undefined where it has to be asked through the coordinator. */
  ask<R>(where: Whereabouts, asked: Asked): Promise<R[] | undefined>
  close(): Promise<void>
}

/** The statement on the tables of a part. */
function textAt(text: string, { everywhere }: Whereabouts, { tables, shard }: Part): string {
  const there = withTables(text, (table) => tables.get(table) ?? everywhere.get(table))
  return `select * from (${there}) t where (select rows_lie_here(${shard}))`
}

/** Statements whose text for a part is kept; those that programs put together do not end. */
const mostTexts = 2_000

/** The texts of statements for each part, made once. */
function openTexts() {
  const texts = new WeakMap<Part, Map<string, string>>()
  return (where: Whereabouts, part: Part, text: string): string => {
    const known = texts.get(part) ?? new Map<string, string>()
    texts.set(part, known)
    const before = known.get(text)
    if (before !== undefined) return before
    const there = textAt(text, where, part)
    if (known.size >= mostTexts) known.clear()
    known.set(text, there)
    return there
  }
}

/** All connections of the pool are busy, which says nothing of the node. */
const isBusy = (error: unknown) =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** The node does not let this process in (class 28 of SQLSTATE), or has no such database. */
const isRefused = (code = '') => /^(28|3D)/.test(code)

/** An address that is good for the nodes among themselves may name something else here. */
async function requireSame(client: pg.ClientBase, system: string, database: string): Promise<void> {
  const text = `select from pg_control_system() where system_identifier::text = $1 and current_database() = $2`
  const { rowCount } = await client.query({ text, values: [system, database] })
  if (rowCount !== 1) throw new Error('Connection terminated: another server than Citus means')
}

/** A node that stands still is noticed by the time that a statement may take. */
const unguarded: Guard = (work) => work()

/** Where parts lie, as far as it is known now; learned beside the statements, which meanwhile go through the coordinator. */
function openParts(learn: () => Promise<Parts>) {
  let parts: Parts = []
  let again = 0
  const ask = () => {
    if (performance.now() < again) return
    again = performance.now() + leftAlone
    learn().then(
      (found) => void (parts = found),
      () => undefined,
    )
  }
  return {
    of(owner: number): Part | null {
      const part = partOf(parts, owner)
      if (part === null) ask()
      return part
    },
    /** A node is away: its address may have changed. */
    ask,
    /** They are where they were no more. */
    forget() {
      parts = []
      again = 0
    },
  }
}

/**
 * Sends what is about one owner to the node that has his rows, past the coordinator (decision 0132): the node plans it once,
 * and the coordinator has no work with it. A node that cannot be reached from here is asked through the coordinator.
 * @param learn asks the coordinator where parts lie
 */
export function openDirectly(options: DatabaseOptions, learn: () => Promise<Parts>): Directly {
  const send = watched(keptSender(), options)
  const pools = new Map<string, pg.Pool>()
  const away = new Map<string, number>()
  const parts = openParts(learn)
  const textOf = openTexts()
  let ended = false
  const open = ({ host, port, system }: Node, name: string) => {
    const url = new URL(options.url)
    url.hostname = host
    url.port = String(port)
    const database = decodeURIComponent(url.pathname.slice(1))
    const pool = new pg.Pool({
      ...poolConfig({ ...options, url: url.href }, { plan_cache_mode: 'force_generic_plan' }),
      maxUses: mostUses,
      onConnect: (client) => requireSame(client, system, database),
    })
    pool.on('error', (error) => options.onIdleError?.(error))
    pools.set(name, pool)
    return pool
  }
  const failed = (error: unknown, name: string) => {
    const { kind, code } = translateDbError(error)
    // Parts went to other nodes: the statement is asked anew by whoever sent it.
    if (code === '42P01') parts.forget()
    if (kind !== 'unavailable' && !isRefused(code)) throw error
    if (isBusy(error)) return
    away.set(name, performance.now() + leftAlone)
    parts.ask()
    options.onNodeAway?.(name, error)
  }
  return {
    async ask<R>(where: Whereabouts, { owner, text, values }: Asked) {
      const part = where.directly && !ended ? parts.of(owner) : null
      if (part === null) return undefined
      const { host, port } = part.node
      const name = `${host}:${port}`
      if ((away.get(name) ?? 0) > performance.now()) return undefined
      const there = textOf(where, part, text)
      const pool = pools.get(name) ?? open(part.node, name)
      const work = (client: pg.ClientBase) => send(client, there, values)
      try {
        return (await retrying(() => onConnection(pool, unguarded, work))).rows as R[]
      } catch (error) {
        failed(error, name)
        return undefined
      }
    },
    async close() {
      ended = true
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}
