import type { Run } from '../senders.ts'

/** Facts about a Citus database that a process reads once at its start. */
export interface SpreadDatabase {
  /**
   * What is sent before the commit of a transaction; empty where the coordinator has no such table. Citus
   * commits in two steps where it knows of two nodes that wrote. It does not know that outbox and audit stand
   * on the coordinator, and would commit the owner's node first: if the coordinator died then, the change
   * would stand without them. A delete of no row from a table that Citus knows to be the coordinator's alone
   * tells it.
   */
  readonly beforeCommit: string
}

// 'h': a table by owner · 'n' with 's': one of the coordinator alone that Citus knows.
const tables = `
  select exists (select from pg_dist_partition where partmethod = 'h') as spread, (
    select c.relname
    from pg_dist_partition p
    join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'n' and p.repmodel = 's'
    order by c.relname
    limit 1) as alone`

/**
 * Asks a database once whether Citus spreads its tables; null where it does not. Where it cannot be asked,
 * the statement that wanted to know gets the error, and the next one asks again.
 * @param run runs a statement as it is
 */
export function openSpread(run: Run): () => Promise<SpreadDatabase | null> {
  let asked: Promise<SpreadDatabase | null> | undefined
  const ask = async (): Promise<SpreadDatabase | null> => {
    const known = await run(`select to_regclass('pg_catalog.pg_dist_partition') is not null as known`, [])
    if (!known.rows[0]?.known) return null
    const { rows } = await run(tables, [])
    const { spread, alone } = rows[0] as { spread: boolean; alone: string | null }
    return spread ? { beforeCommit: alone === null ? '' : `delete from "${alone}" where false; ` } : null
  }
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined
      throw error
    })
    return asked
  }
}
