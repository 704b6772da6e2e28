import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { keysIn, stagesIn } from '../../../catalogue/processes/reading.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import { filesIn, judgeFiles, readGiven, type FormValue } from '../filled-forms/index.ts'
import { holdFiles } from './files.ts'
import type { CaseNeeds } from './processing.ts'
import { caseOf, holdsForm, lockCase } from './row.ts'

interface Edit {
  readonly actor: Actor
  readonly definition: AnyProcess
  readonly id: string
  readonly version: number
  readonly value: FormValue
}

/** Writes the forms that a state opens. Only the holder may, at the version that was read. */
export async function editCase(
  { db }: CaseNeeds,
  { actor, definition, id, version, value: given }: Edit,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockCase(tx, id)
    const row = await caseOf(tx, actor, definition, id)
    const open = stagesIn(definition, row.state)
    if (open.length === 0)
      throw new AppError('wrongState', { message: '已经提交，不能再改；退回或取消后才能改' })
    if (!holdsForm(actor, row)) throw new AppError('forbidden')
    if (row.version !== version) throw new AppError('stale', { message: '该事项刚被他人改过，请刷新后再看' })
    const value = await readGiven(tx, {
      definition,
      given,
      before: row.value,
      only: keysIn(definition, open),
    })
    await judgeFiles(tx, actor, { definition, value, before: row.value, rules: row.fileRules })
    await tx.execute(sql`
      update process_case
      set value = ${sql.json(value)}, version = version + 1, updated_at = now()
      where institution_id = ${row.institutionId} and id = ${id}::uuid`)
    await holdFiles(tx, row, filesIn(definition, value))
  })
}
