import pg from 'pg'
import { poolConfig, type Guard } from '../connections.ts'
import type { DatabaseOptions } from '../database.ts'
import { translateDbError } from '../errors.ts'
import { partOf, type Node, type Part, type Parts } from './parts.ts'

/** Milliseconds that a node is left alone after it could not be reached from here. */
const leftAlone = 10_000

/** Uses of a connection: the driver remembers each statement that was ever named on it. */
const mostUses = 100_000

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
export const unguarded: Guard = (work) => work()

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

/** Where something about an owner goes. */
export interface Place {
  readonly part: Part
  /** Of the node. */
  readonly name: string
  readonly pool: pg.Pool
}

/**
 * Connections of a process to the nodes of a distributed database, as far as they are known and let it in.
 * @param learn asks the coordinator where parts lie
 */
export function openNodes(options: DatabaseOptions, learn: () => Promise<Parts>) {
  const { max = 10 } = options
  const lanes = Math.max(1, Math.floor(max / 2))
  const pools = new Map<string, pg.Pool>()
  const away = new Map<string, number>()
  const parts = openParts(learn)
  let ended = false
  const open = ({ host, port, system }: Node, lane: string) => {
    const url = new URL(options.url)
    url.hostname = host
    url.port = String(port)
    const database = decodeURIComponent(url.pathname.slice(1))
    const pool = new pg.Pool({
      ...poolConfig(
        { ...options, url: url.href, max: Math.floor(max / lanes) },
        { plan_cache_mode: 'force_generic_plan' },
      ),
      maxUses: mostUses,
      onConnect: (client) => requireSame(client, system, database),
    })
    pool.on('error', (error) => options.onIdleError?.(error))
    pools.set(lane, pool)
    return pool
  }
  return {
    /** Undefined where it has to go through the coordinator. */
    of(owner: number): Place | undefined {
      const part = ended ? null : parts.of(owner)
      if (part === null) return undefined
      const { host, port } = part.node
      const name = `${host}:${port}`
      if ((away.get(name) ?? 0) > performance.now()) return undefined
      // Each part has tables of its own, so statements of its own, of which a connection keeps a hundred planned: those of
      // all parts would drive each other out. So a connection serves few of them.
      const lane = `${name}/${part.before % lanes}`
      return { part, name, pool: pools.get(lane) ?? open(part.node, lane) }
    },
    /** Rows were not where they were thought to be. */
    moved: () => parts.forget(),
    /** Leaves a node alone that cannot be reached; throws the error of a statement that it answered. */
    failed(error: unknown, name: string): void {
      const { kind, code } = translateDbError(error)
      // Parts went to other nodes: the statement is asked anew by whoever sent it.
      if (code === '42P01') parts.forget()
      if (kind !== 'unavailable' && !isRefused(code)) throw error
      if (isBusy(error)) return
      away.set(name, performance.now() + leftAlone)
      parts.ask()
      options.onNodeAway?.(name, error)
    },
    async close() {
      ended = true
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}
