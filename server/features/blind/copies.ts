import { caseRows } from '../../engine/processes/index.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { firstForm, keysIn } from '../../../catalogue/processes/reading.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { checkFiles, heldBy, type CheckedEntry, type FileCheckNeeds } from './checks.ts'
import type { Inspector } from './inspector.ts'

/**
 * The copy of an entry's file for experts; null where none can be made, so that experts do without the file.
 * @throws AppError `wrongState` while the copy is still to be made
 */
export async function blindFileOf(db: Queryable, fileId: string): Promise<string | null> {
  const rows = await db.query<{ copy_id: string | null }>(
    sql`select copy_id from blind_check where file_id = ${fileId}::uuid order by copy_id nulls last limit 1`,
  )
  if (rows.length === 0)
    throw new AppError('wrongState', { message: '申报材料的评审副本还在准备，请过几分钟再开始评审' })
  return rows[0]?.copy_id ?? null
}

/** Fields for files in the first forms of entries. */
const fileFields = Object.values<AnyProcess>(processes)
  .filter(({ campaign }) => campaign !== undefined)
  .map((definition) => ({
    type: definition.name,
    keys: keysIn(definition, [firstForm]).filter((key) => {
      const field = definition.fields[key]
      return field !== undefined && kindOf(field).names === 'file'
    }),
  }))

/** The numbers of the files that a field of the row `k` of a case holds, one or several. */
const heldIn = (key: string): Sql => sql`
  select jsonb_array_elements_text(case jsonb_typeof(k.value -> ${key})
    when 'array' then k.value -> ${key} when 'string' then jsonb_build_array(k.value -> ${key}) else '[]' end)`

/** Entries that were handed in and have files which nobody looked through. */
const unchecked = (db: Queryable, most: number) =>
  db.query<CheckedEntry>(sql`
    select k.id, k.type, k.teacher_id as "teacherId", k.value, '{}'::jsonb as "fileRules"
    from ${caseRows} k
    where k.handed_in and k.open and (${sql.join(
      fileFields.flatMap(({ type, keys }) =>
        keys.map(
          (key) => sql`(k.type = ${type} and exists (
            select 1 from (${heldIn(key)}) held (id)
            where not exists (select 1 from blind_check b where b.case_id = k.id and b.file_id = held.id::uuid)))`,
        ),
      ),
      ' or ',
    )})
    order by k.id limit ${most}`)

/** Entries that one run takes before it looks whether it should stop. */
const step = 5

/** Makes the copies of entries whose notice asks for nothing: experts read copies of those, too. */
export const copying = (o: FileCheckNeeds, inspector: Inspector): KeptJob => ({
  name: 'blind.copies',
  label: '匿名副本',
  every: 60,
  run: async (stopping) => {
    const entries = await unchecked(o.db, step)
    for (const entry of entries) if (!stopping.aborted) await checkFiles(o, inspector, entry)
    return entries.length === step
  },
})

/**
 * The copies of the files of some entries that are there, by entry and in the order of the form. A file whose
 * copy is still to be made, or cannot be, is left out: experts never receive the file itself.
 */
export async function blindCopiesOf(
  db: Queryable,
  cases: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const entries = await db.query<Pick<CheckedEntry, 'id' | 'type' | 'value'>>(
    sql`select id, type, value from ${caseRows} k where id = any(${[...cases]}::uuid[])`,
  )
  const held = entries.map(({ id, type, value }) => ({ id, files: heldBy(type, value).map((one) => one.id) }))
  const copies = await db.query<{ file_id: string; copy_id: string }>(sql`
    select distinct on (file_id) file_id, copy_id from blind_check
    where copy_id is not null and file_id = any(${held.flatMap(({ files }) => files)}::uuid[])
    order by file_id, at`)
  const byFile = new Map(copies.map((one) => [one.file_id, one.copy_id]))
  return new Map(held.map(({ id, files }) => [id, files.flatMap((file) => byFile.get(file) ?? [])]))
}
