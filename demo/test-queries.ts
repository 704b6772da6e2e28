import type { Scene } from './stories/scene.ts'
import { tableName } from '../server/engine/schema/index.ts'
import type { Values } from '../server/engine/records/index.ts'
import type { Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'

export interface Column {
  table_name: string
  columns: string
}

/** Tables with their columns, times left out. */
export const tablesOf = (database: Database) =>
  database.query<Column>(sql`
    select c.table_name, string_agg(quote_ident(c.column_name), ', ' order by c.ordinal_position) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'schema_migration'
      and c.data_type not like 'timestamp%'
      -- A table in parts has its rows in them.
      and c.table_name not in (select partrelid::regclass::text from pg_partitioned_table)
    group by 1 order by 1`)

export interface Effective {
  id: string
  owner_id: number
  version: number
  value: Values & { attachments: string[] }
  submitted_at: string | null
}

/** One owner in six, and everybody of the first school: enough for what holds of every row. */
export const sampled = sql`(r.owner_id <= 60 or r.owner_id % 6 = 0)`

/** Sampled typed rows with the revision that is in force. */
export const effectiveOf = (db: Database, type: string) =>
  db.query<Effective & Record<string, unknown>>(sql`
    select r.*, v.value, v.submitted_at from ${sql.id(tableName(type))} r
      left join revision v on v.owner_id = r.owner_id and v.record_id = r.id and v.state = 'approved' and
      v.superseded_at is null
        and v.edit_no = r.version and v.applied_version = r.version and v.applied_at = r.applied_at
    where r.voided_at is null and ${sampled}`)

/** What a region told in memory consists of, revision by revision: ids, numbers, states and plain values. */
export function linesOf(scene: Scene): string[] {
  return scene.ledger.lives.flatMap((story) =>
    story.revisions.map((r) =>
      [
        story.owner.id,
        story.recordId,
        r.id,
        r.no,
        r.editNo,
        r.state,
        r.byIdentity,
        JSON.stringify(r.attachments),
      ].join('|'),
    ),
  )
}

/** How many rows, by a from-clause that is the test's own text. */
export const countOf = async (db: Database, from: string): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*)::int as count from ${sql.raw(from)}`)).count

/** Counts by one expression. */
export async function countsBy(
  db: Database,
  expression: string,
  from: string,
): Promise<Record<string, number>> {
  const rows = await db.query<{ k: string; n: number }>(
    sql`select ${sql.raw(expression)} as k, count(*)::int as n from ${sql.raw(from)} group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ k, n }) => [k, n]))
}
