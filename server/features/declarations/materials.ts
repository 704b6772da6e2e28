import type { Actor } from '../../../catalogue/access/access.ts'
import type { DeclareArchive, Material } from '../../../catalogue/contract/declarations.ts'
import { evidenceTypes } from '../../../catalogue/declarations/conditions.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { stagesIn } from '../../../catalogue/processes/reading.ts'
import { declaration } from '../../../catalogue/processes/declaration.ts'
import type { Engine, Queryable } from '../../engine/engine.ts'
import {
  caseOf,
  holdFiles,
  holdsForm,
  lockCase,
  teacherOf,
  type CaseRow,
} from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { recordsOf } from './archive.ts'

type StoredMaterial = Omit<Material, 'typeTitle' | 'files'> & { readonly files: readonly string[] }

/** The evidence of a declaration with its files and what the staff found, in the order of the applicant. */
export async function materialsOf(
  { records }: Pick<Engine, 'records'>,
  db: Queryable,
  caseId: string,
): Promise<Material[]> {
  const rows = await db.query<StoredMaterial>(sql`
    select m.no, m.record_type as type, m.record_id as record, m.title, m.files, m.checked, m.note, p.name as "checkedBy"
    from declaration_material m
    left join identity a on a.id = m.checked_by
    left join person p on p.id = a.person_id
    where m.case_id = ${caseId}::uuid
    order by m.no`)
  const files = await db.query<Material['files'][number]>(sql`
    select id, name, mime, bytes from file where id = any(${rows.flatMap((row) => row.files)}::uuid[])`)
  return rows.map((row) => ({
    ...row,
    typeTitle: records[row.type]?.title ?? row.type,
    files: row.files.flatMap((id) => files.find((file) => file.id === id) ?? []),
  }))
}

/** Whether the actor writes the form of a case now. */
export const isWriting = (actor: Actor, row: CaseRow): boolean =>
  holdsForm(actor, row) && stagesIn(declaration, row.state).length > 0

/** The own records that may be brought as evidence. */
export async function choicesFor(
  engine: Engine,
  db: Queryable,
  teacherId: number,
): Promise<DeclareArchive['choices']> {
  const found = await recordsOf(engine, db, teacherId, evidenceTypes)
  return evidenceTypes.flatMap((type) =>
    found
      .filter((one) => one.type === type)
      .map(({ typeTitle, id, title, files }) => ({
        type,
        typeTitle,
        record: id,
        title,
        files: files.length,
      })),
  )
}

interface ChosenRecords {
  readonly actor: Actor
  readonly id: string
  readonly records: readonly { readonly type: string; readonly record: string }[]
}

/**
 * Writes which records somebody brings. Each is one of the own archive; it is kept as it is now, with its
 * files, and what stays keeps what the staff found of it.
 * @throws AppError `invalid`, `wrongState`
 */
export async function chooseMaterials(engine: Engine, { actor, id, records }: ChosenRecords): Promise<void> {
  await engine.db.transaction(async (tx) => {
    await lockCase(tx, id)
    const row = await caseOf(tx, actor, declaration, id)
    if (!isWriting(actor, row)) throw new AppError('wrongState', { message: '已经提交，材料不能再改' })
    const own = await recordsOf(engine, tx, teacherOf(row), evidenceTypes)
    const before = await materialsOf(engine, tx, id)
    const chosen = records.map(({ type, record }) => {
      const found = own.find((one) => one.type === type && one.id === record)
      if (!found) throw invalid('records', '选中的材料不在您的档案里，请重新选择')
      return { found, was: before.find((one) => one.record === record && sameFiles(one, found.files)) }
    })
    if (new Set(records.map(({ record }) => record)).size < records.length)
      throw invalid('records', '同一条材料只选一次')
    await tx.execute(sql`delete from declaration_material where case_id = ${id}::uuid`)
    for (const [at, { found, was }] of chosen.entries())
      await tx.execute(sql`
        insert into declaration_material (institution_id, case_id, no, record_type, record_id, title, files, checked, note)
        values (${row.institutionId}, ${id}::uuid, ${at + 1}, ${found.type}, ${found.id}::uuid, ${found.title},
          ${[...found.files]}::uuid[], ${was?.checked ?? '0'}, ${was?.note ?? ''})`)
    await holdFiles(
      tx,
      row,
      chosen.flatMap(({ found }) => found.files),
    )
  })
}

const sameFiles = (before: Material, files: readonly string[]): boolean =>
  before.files.map(({ id }) => id).join() === files.join()
