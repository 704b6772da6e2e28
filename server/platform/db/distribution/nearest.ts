import type { Ask } from './parts.ts'

/** Where the tables of a database that Citus spreads are, as this process knows it. */
export interface Whereabouts {
  /** Tables that the coordinator holds whole, with the name of the table that has their rows there. */
  readonly here: ReadonlyMap<string, string>
  /** Tables whose rows lie by their owners on other nodes. */
  readonly byOwner: ReadonlySet<string>
  /** One of the first kind that no other node holds; null where there is none. */
  readonly alone: string | null
  /** Whether statements may be sent to run beside an owner's rows (`at-owner.ts`). */
  readonly atOwner: boolean
  /** Tables of every node, with their name there. */
  readonly everywhere: ReadonlyMap<string, string>
  /** Tables that no other node has. */
  readonly onlyHere: ReadonlySet<string>
  /** Whether a node can be asked past the coordinator (`directly.ts`). */
  readonly directly: boolean
  /** Whether it can be written to past the coordinator (`owners-node.ts`). */
  readonly holds: boolean
}

const isKnown = `select to_regclass('pg_catalog.pg_dist_partition') is not null as spread,
  to_regproc('at_owner') is not null as at_owner, to_regproc('rows_lie_here') is not null as directly,
  to_regproc('hold_rows') is not null as holds`

const unknown = `
  select c.relname as name
  from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and c.relkind in ('r', 'p', 'v')
    and not exists (select from pg_dist_partition p where p.logicalrelid = c.oid)`

// 'n': a table of every node, or of the coordinator alone.
const tables = `
  select c.relname as name, p.repmodel = 's' as alone, case when p.partmethod = 'n' then c.relname || '_' || s.shardid end as here
  from pg_dist_partition p
  join pg_class c on c.oid = p.logicalrelid
  join lateral (select min(shardid) as shardid from pg_dist_shard d where d.logicalrelid = p.logicalrelid) s on true
  where p.partmethod in ('n', 'h')
    and (p.partmethod = 'h' or exists (select
      from pg_dist_placement l
      where l.shardid = s.shardid and l.groupid = (select groupid from pg_dist_local_group)))`

interface Known {
  readonly spread: boolean
  readonly at_owner: boolean
  readonly directly: boolean
  readonly holds: boolean
}

/** Asks the database where its tables are; null where nothing is spread. */
export async function whereabouts(ask: Ask): Promise<Whereabouts | null> {
  const [known] = (await ask(isKnown)).rows as Known[]
  if (!known?.spread) return null
  const rows = (await ask(tables)).rows as { name: string; alone: boolean; here: string | null }[]
  if (rows.every(({ here }) => here !== null)) return null
  const here = rows.flatMap((row) => (row.here === null ? [] : [{ ...row, here: row.here }]))
  return {
    here: new Map(here.map(({ name, here: there }) => [name, there])),
    byOwner: new Set(rows.flatMap(({ name, here }) => (here === null ? [name] : []))),
    alone: here.find(({ alone }) => alone)?.name ?? null,
    atOwner: known.at_owner,
    everywhere: new Map(here.flatMap((row) => (row.alone ? [] : [[row.name, row.here] as const]))),
    onlyHere: new Set([
      ...here.flatMap(({ name, alone }) => (alone ? [name] : [])),
      ...((await ask(unknown)).rows as { name: string }[]).map(({ name }) => name),
    ]),
    directly: known.directly,
    holds: known.holds,
  }
}

/** Words after a table that are not another name for it. */
const notNames = new Set(
  `cross default except fetch for full group having inner intersect join left limit natural offset on order overriding right
  select set tablesample union using values where window`.split(/\s+/),
)

/**
 * The statement with other tables in place of those that it reads (`from`, `join`) and writes (`into`, `update`); each keeps
 * the name by which the rest of the statement calls it.
 * @param other the other table; undefined keeps the one that stands there
 */
export function withTables(text: string, other: (table: string) => string | undefined): string {
  const parts = new Set(
    [...text.matchAll(/(\w+)"?(?:\s*\([^()]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi)].map(
      ([, name]) => name,
    ),
  )
  return text.replaceAll(
    // What stands between quotes is no table, whatever it says.
    /'(?:[^']|'')*'|(?<=\b(?:(?:from|join|update)\s+(?!"?\w+"?\s*[(.])|into\s+))("?)([a-z_]\w*)\b\1(?=(?:\s+(?:as\s+)?([a-z_]\w*))?)/gi,
    (as: string, _quote, table: string | undefined, next: string | undefined) => {
      const found = table === undefined || parts.has(table) ? undefined : other(table)
      if (found === undefined) return as
      const named = next !== undefined && !notNames.has(next.toLowerCase())
      return named ? found : `${found} as ${table}`
    },
  )
}

/** The tables that `from` and `join` name. */
export function tablesOf(text: string): readonly string[] {
  const tables: string[] = []
  withTables(text, (table) => void tables.push(table))
  return tables
}

/** The tables that a statement writes. */
export const targetsOf = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /\b(?:insert\s+into|delete\s+from|merge\s+into|(?<!\bfor\s+(?:no\s+key\s+)?|\bdo\s+)update)\s+"?([a-z_]\w*)/gi,
    ),
  ].map(([, table = '']) => table)

const locking = /\bfor\s+(?:no\s+key\s+)?update\b|\bfor\s+(?:key\s+)?share\b/i

/** Whether a statement locks rows that it reads. */
export const locks = (text: string): boolean => locking.test(text)

const writing = /\b(?:insert|update|delete|merge|share|call|truncate|into)\b/i

/** Whether a statement may write or lock rows; of a text that only speaks of it, too. */
export const writes = (text: string): boolean => !/^\s*(?:select|with)\b/i.test(text) || writing.test(text)

/**
 * A read of tables that the coordinator holds whole, as one of the tables that have their rows: PostgreSQL keeps its plan
 * then, while Citus would plan it anew each time (decision 0131). Null where it writes, locks, or asks rows by owner.
 */
export function nearText(text: string, { here, byOwner }: Whereabouts): string | null {
  if (writes(text)) return null
  if (text.match(/[a-z_]\w*/g)?.some((word) => byOwner.has(word))) return null
  const near = withTables(text, (table) => here.get(table))
  return near === text ? null : near
}
