import type { TalentHappening } from '../../../catalogue/talents/entry.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Columns that an undo restores. */
const kept = [
  'state',
  'office_id',
  'rule',
  'record_id',
  'reason',
  'level',
  'year',
  'valid_until',
  'ended',
  'undocumented',
  'removed_at',
  'removed_reason',
  'dismissed',
] as const

const types: Readonly<Record<(typeof kept)[number], string>> = {
  state: 'text',
  office_id: 'int',
  rule: 'text',
  record_id: 'uuid',
  reason: 'text',
  level: 'text',
  year: 'int',
  valid_until: 'date',
  ended: 'boolean',
  undocumented: 'boolean',
  removed_at: 'timestamptz',
  removed_reason: 'text',
  dismissed: 'boolean',
}

/** The entry `e` before an act, as its event keeps it. */
const before: Sql = sql`jsonb_build_object(${sql.join(
  kept.map((name) => sql`${sql.lit(name)}, ${sql.id('e', name)}`),
)})`

/** Actor of an act, and the press of a button that caused it. */
export interface ButtonPress {
  readonly by: number
  readonly batch: string
}

/** A change of entries, with what their history says of it. */
export interface Change extends ButtonPress {
  readonly action: TalentHappening
  /** Assignments to the entry `e`, which may read `x`. */
  readonly set: Sql
  /** Rows `x` with the column `id`; `because` is what the history gives as the reason. */
  readonly from: Sql
  readonly because: Sql
}

/**
 * Changes entries and writes their events, in one statement. Answers the numbers of those that changed. What
 * locks names no other rows: Citus (13.2) reads the result of `for update` in another format than it wrote,
 * where rows of a function are joined.
 */
export async function change(tx: Tx, { by, batch, action, set, from, because }: Change): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    with was as (
      select e.id, ${before} as before
      from talent_entry e
      where e.id = any (array(select x.id from (${from}) x))
      for update),
    done as (
      update talent_entry e
      set ${set}, edit_no = e.edit_no + 1
      from (${from}) x join was on was.id = x.id
      where e.id = x.id
      returning e.id, e.edit_no, e.rule, was.before, ${because}::text as because)
    insert into talent_event (entry_id, action, by_identity, batch, rule, reason, before, edit_no)
    select id, ${action}::text, ${by}::int, ${batch}::uuid, rule, because, before, edit_no from done
    returning entry_id as id`)
  return rows.map(({ id }) => id)
}

/** The events of entries that were made; the numbers of their rows come from `made`. */
export async function begun(
  tx: Tx,
  { by, batch, action }: ButtonPress & { readonly action: TalentHappening },
  made: readonly number[],
): Promise<void> {
  await tx.execute(sql`
    insert into talent_event (entry_id, action, by_identity, batch, rule, reason, edit_no)
    select e.id, ${action}::text, ${by}::int, ${batch}::uuid, e.rule, e.reason, e.edit_no
    from talent_entry e
    where e.id = any(${[...made]}::int[])
    order by e.id`)
}

/** Time for which the actor can undo an act. */
const undoable = sql`interval '1 hour'`

/**
 * Gives back what entries were before the acts of one press, those nobody has touched since; one that began
 * with it is taken out. Answers how many there were and which of them were given back.
 * @param among a condition on the entry `e`: those the caller still reaches
 */
export async function undo(
  tx: Tx,
  { by, batch, undone, among }: ButtonPress & { readonly undone: string; readonly among: Sql },
): Promise<{ readonly all: number; readonly back: number[] }> {
  const old = kept.map(
    (name) => sql`(v.before ->> ${sql.lit(name)})::${sql.raw(types[name])} as ${sql.id(name)}`,
  )
  const events = sql`
    select v.entry_id, v.edit_no, v.before is null as made, now() as at, ${sql.join(old)}
    from talent_event v
    where v.batch = ${batch}::uuid and v.by_identity = ${by} and v.action <> 'undone' and v.at > now() - ${undoable}`
  const { all } = await tx.one<{ all: number }>(sql`select count(*)::int as all from (${events}) v`)
  if (all === 0) return { all, back: [] }
  const takenOut: Partial<Record<(typeof kept)[number], Sql>> = {
    removed_at: sql`w.at`,
    removed_reason: sql`'撤销列入'`,
  }
  const given = kept.map(
    (name) =>
      sql`${sql.id(name)} = case when w.made then ${takenOut[name] ?? sql.id('e', name)} else ${sql.id('w', name)} end`,
  )
  const back = await tx.query<{ id: number }>(sql`
    with w as (${events}),
    done as (
      update talent_entry e
      set ${sql.join(given)}, edit_no = e.edit_no + 1
      from w
      where e.id = w.entry_id and e.edit_no = w.edit_no and ${among}
        and (w.made or e.removed_at is null or not exists (
          select 1 from talent_entry o where o.owner_id = e.owner_id and o.kind = e.kind and o.removed_at is null))
      returning e.id, e.edit_no, e.rule)
    insert into talent_event (entry_id, action, by_identity, batch, rule, before, edit_no)
    select id, 'undone', ${by}::int, ${undone}::uuid, rule, '{}', edit_no from done
    returning entry_id as id`)
  return { all, back: back.map(({ id }) => id) }
}
