import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  actorsParties,
  caseOf,
  caseRows,
  holderOfCase,
  isHeldBy,
  type CaseNeeds,
} from '../../engine/processes/index.ts'
import { urge } from '../../engine/ways/index.ts'

/** Reminds the office that holds a case; any other party may, once a day. */
export async function urgeCase(
  processing: CaseNeeds,
  actor: Actor,
  definition: AnyProcess,
  id: string,
): Promise<void> {
  await processing.db.transaction(async (tx) => {
    const row = await caseOf(tx, actor, definition, id)
    if (row.holderInstitutionId === null || row.holderRole === null || row.state === definition.initial)
      throw new AppError('wrongState', { message: '该事项现在不等谁办理' })
    if (isHeldBy(actor, row)) throw new AppError('wrongState', { message: '该事项正等您单位办理' })
    if (actorsParties(actor, row).length === 0) throw new AppError('forbidden')
    const unchanged = sql`institution_id = ${row.institutionId} and id = ${id}::uuid and version = ${row.version}`
    await urge(tx, { table: caseRows.text, unchanged })
    await processing.notify(tx, {
      to: await holderOfCase(tx, row, { institution: row.holderInstitutionId, role: row.holderRole }),
      kind: '3',
      title: `催办${definition.title}：${row.name}`,
      content: `${actor.institution}催办：该事项仍在等您单位办理。`,
      link: casePath(row.holderRole, definition.name, id),
      exceptPerson: actor.personId,
    })
  })
}
