import { pendingStates } from '../../../../catalogue/flows/review.ts'
import { audited } from '../../../platform/audit/note.ts'
import { sql } from '../../../platform/db/sql.ts'
import { institutionTypes } from '../../access/index.ts'
import type { Engine, Tx } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { deriveFor } from '../value/derive.ts'
import { notePassed, passRows } from './pass-rows.ts'

/**
 * The records of one owner that pass to another one, and those of both that are given up for an equal one.
 */
export interface JoinedRecords {
  readonly from: number
  readonly to: number
  /** Records in force of either that are voided. They stay in the history. */
  readonly voided: readonly string[]
  readonly by: number
  readonly reason: string
}

/** A record that passed, by its type. */
export interface PassedRecord {
  readonly type: string
  readonly id: string
}

/** Tables whose rows belong to a record and repeat its owner. */
const withRecord = [
  'revision',
  'revision_event',
  'revision_look',
  'file_use',
  'reminder',
  'idempotency',
] as const

const teacherTypes = ({ records }: Engine) =>
  Object.values(records).filter(({ owner }) => owner === 'teacher')

/**
 * Voids records in force, and gives up what was begun to change them. Those of the one who goes were never in
 * force for the one who stays: a look back at a past day shows one of each.
 */
async function voidAll(tx: Tx, { from, to, voided, by, reason }: JoinedRecords): Promise<void> {
  const owners = [from, to]
  const ids = [...voided]
  const gone = sql`
    gone as (
      update revision
      set superseded_at = case
          when state <> 'approved' then superseded_at
          when owner_id = ${from} then applied_at
          else moment.now end,
        replaced_at = case when state = 'approved' then replaced_at else moment.now end,
        state = case when state = 'approved' then state else 'voided' end, step = null,
        holder_institution_id = null, holder_role = null, holder_since = null, updated_at = moment.now
      from (select now()) moment
      where owner_id = any(${owners}::int[]) and record_id = any(${ids}::uuid[])
        and ((state = 'approved' and superseded_at is null)
          or (replaced_at is null and state = any(${[...pendingStates]}::text[])))
      returning owner_id, id, record_id, type)`
  const line = sql`
    line as (
      insert into revision_event (owner_id, id, revision_id, record_id, by_identity, action, reason)
      select owner_id, gen_random_uuid(), id, record_id, ${by}::int, 'void', ${reason}::text
      from gone)`
  const told = audited(
    {
      by,
      action: 'record.voided',
      type: sql`type`,
      ownerId: sql`owner_id`,
      recordId: sql`record_id`,
      facts: { reason },
    },
    sql`from gone`,
  )
  await tx.execute(sql`with ${gone}, ${line} ${told}`)
}

/**
 * Gives all records of a teacher, with versions, timeline, evidence and what is under way, to another number
 * of the same human. Their ids stay, so sealed values open as before. Answers what passed.
 */
export async function joinRecords(engine: Engine, tx: Tx, join: JoinedRecords): Promise<PassedRecord[]> {
  const { from, to, voided } = join
  const passed = await tx.query<PassedRecord>(sql`
    select distinct type, record_id as id
    from revision
    where owner_id = ${from} and type <> all(${institutionTypes(engine.records)}::text[])
    order by type, id`)
  if (voided.length > 0) await voidAll(tx, join)
  // Rows are voided before any changes its owner: a person has one of some types.
  const given = sql`${[...voided]}::uuid[]`
  const marks = teacherTypes(engine).map(
    (definition) => sql`${sql.id(`of_${definition.name}`)} as (
      update ${sql.id(prepared(definition).table)} r
      set voided_at = now()
      where r.owner_id in (${from}, ${to}) and r.id = any(${given}) and r.voided_at is null)`,
  )
  if (voided.length > 0) await tx.execute(sql`with ${sql.join(marks)} select 1`)
  const types = new Set(passed.map(({ type }) => type))
  for (const definition of teacherTypes(engine).filter(({ name }) => types.has(name)))
    await passRows(tx, { table: prepared(definition).table, from, to, which: sql`true` })
  const ids = passed.map(({ id }) => id)
  for (const table of withRecord)
    await passRows(tx, { table, from, to, which: sql`r.record_id = any(${ids}::uuid[])` })
  await notePassed(tx, ids, to)
  return passed
}

/** Works out anew every derived field of a teacher, after records came that were not written one by one. */
export async function deriveAnew(engine: Engine, tx: Tx, teacherId: number): Promise<void> {
  for (const definition of teacherTypes(engine)) await deriveFor(engine, tx, definition, teacherId)
}
