import { sql, type Sql } from '../../../platform/db/sql.ts'
import { ownerIn } from '../../access/index.ts'
import type { Tx } from '../../engine.ts'

/** Rows of one table that pass to another owner. */
export interface PassedRows {
  readonly table: string
  readonly from: number
  readonly to: number
  /** Condition on the rows, `r`. */
  readonly which: Sql
  /** New values of further columns, as expressions on the relations of `beside`. */
  readonly also?: Readonly<Record<string, Sql>>
  /** A relation of one row, joined to the rows. */
  readonly beside?: Sql
}

/**
 * Gives rows to another owner; answers how many. They are removed and written anew: on a distributed
 * PostgreSQL a row never changes the column that says on which node it lives.
 */
export async function passRows(
  tx: Tx,
  { table, from, to, which, also = {}, beside }: PassedRows,
): Promise<number> {
  const columns = await tx.query<{ name: string }>(sql`
    select attname::text as name
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`)
  const names = columns.map(({ name }) => name)
  const values = names.map((name) =>
    name === 'owner_id' ? sql`${to}::int` : (also[name] ?? sql.id('gone', name)),
  )
  return tx.execute(sql`
    with gone as (
      delete from ${sql.id(table)} r where r.owner_id = ${from} and ${which} returning r.*)
    insert into ${sql.id(table)} (${sql.join(names.map((name) => sql.id(name)))})
    select ${sql.join(values)}
    from gone ${beside === undefined ? sql.empty : sql`cross join ${beside}`}`)
}

/**
 * Keeps where records are that passed to an owner: their numbers carry the one at whom they began. A record
 * that comes back to that one is found by its number again. Numbers that carry no owner are looked for
 * everywhere.
 */
export async function notePassed(tx: Tx, recordIds: readonly string[], to: number): Promise<void> {
  const carrying = recordIds.filter((id) => ownerIn(id) !== null)
  const home = carrying.filter((id) => ownerIn(id) === to)
  const away = carrying.filter((id) => ownerIn(id) !== to)
  if (home.length > 0) await tx.execute(sql`delete from record_passed where record_id = any(${home}::uuid[])`)
  if (away.length > 0)
    await tx.execute(sql`
      insert into record_passed (record_id, owner_id)
      select unnest(${away}::uuid[]), ${to}::int
      on conflict (record_id) do update set owner_id = excluded.owner_id`)
}
