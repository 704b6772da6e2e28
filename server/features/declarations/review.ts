import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  materialsChecked,
  reviewMaterialQuery,
  ReviewMaterial,
  ReviewMaterialPage,
} from '../../../catalogue/contract/declarations.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import { declaration } from '../../../catalogue/processes/declaration.ts'
import type { Queryable } from '../../engine/engine.ts'
import { campaignById } from '../../engine/campaigns/index.ts'
import { caseOf, listCases, lockCase, makeMove, teacherOf, viewOfCase } from '../../engine/processes/index.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import { archiveOf } from './archive.ts'
import { materialsOf } from './materials.ts'
import { judgedFor } from './notices.ts'
import type { DeclarationNeeds } from './index.ts'

/** Materials that wait for the staff, longest first, or those that they checked. */
export async function materialList(
  db: Queryable,
  actor: Actor,
  { queue, ...asked }: z.output<typeof reviewMaterialQuery>,
): Promise<ReviewMaterialPage> {
  const found = await listCases(db, actor, declaration, {
    ...asked,
    queue: queue === 'mine' ? 'mine' : undefined,
  })
  const titles = await db.query<{ id: string; title: string }>(sql`
    select id, title from campaign where id = any(${found.list.flatMap((one) => one.campaignId ?? [])}::uuid[])`)
  return {
    ...found,
    list: found.list.map((line) => ({
      ...line,
      campaign: titles.find(({ id }) => id === line.campaignId)?.title ?? '',
      kind: labelOf('declareKind', String(line.value['declareKind'])),
    })),
  }
}

/**
 * One declaration with its evidence and conditions, for the staff who check it. Reading it is told to the
 * teacher.
 */
export async function materialView(
  { db, engine, processing, placeOf }: DeclarationNeeds,
  actor: Actor,
  id: string,
): Promise<ReviewMaterial> {
  const view = await viewOfCase(processing, actor, declaration, id)
  const campaign = view.campaignId === null ? undefined : await campaignById(db, view.campaignId)
  const [archive, materials, waiting] = await Promise.all([
    archiveOf(engine, db, teacherOf(view)),
    materialsOf(engine, db, id),
    listCases(db, actor, declaration, { queue: 'mine', page: 1, pageSize: 2 }),
    engine.readings.note(actor, { kind: 'record', type: 'basicInfo' }, [teacherOf(view)]),
  ])
  return {
    case: view,
    conditions: judgedFor({ engine, placeOf, actor }, campaign?.value ?? {}, archive),
    materials,
    next: waiting.list.find((one) => one.id !== id)?.id ?? null,
  }
}

type MaterialCheck = z.output<typeof materialsChecked>

/**
 * Writes the checklist of the staff who have the declaration, and makes the move that follows from it.
 * @throws AppError `invalid` where the checklist does not bear the move, `stale`, `wrongState`
 */
export async function checkMaterials(
  needs: DeclarationNeeds,
  actor: Actor,
  id: string,
  { version, materials, action, opinion }: MaterialCheck,
): Promise<readonly number[]> {
  const { db, processing } = needs
  await db.transaction(async (tx) => {
    await lockCase(tx, id)
    const row = await caseOf(tx, actor, declaration, id)
    if (row.version !== version) throw new AppError('stale', { message: '该事项刚被他人办过，请刷新后再看' })
    if (row.state !== 'materialReview' || row.holderRole !== actor.role)
      throw new AppError('wrongState', { message: '这一件不在您的审核环节' })
    await writeChecks(tx, actor, id, materials)
    requireBorne(await materialsOf(needs.engine, tx, id), action, opinion)
    await note(tx, {
      by: actor.identityId,
      action: 'declaration.checked',
      ownerId: row.teacherId,
      recordId: id,
      facts: { materials: materials.length, action },
    })
  })
  if (action === 'save') return []
  return makeMove(processing, {
    actor,
    definition: declaration,
    id,
    action,
    version,
    reason: opinion,
    value: {},
  })
}

async function writeChecks(
  tx: Queryable,
  actor: Actor,
  id: string,
  checks: MaterialCheck['materials'],
): Promise<void> {
  const known = await tx.query<{ no: number }>(
    sql`select no from declaration_material where case_id = ${id}::uuid`,
  )
  if (checks.some(({ no }) => !known.some((one) => one.no === no)))
    throw invalid('materials', '材料清单已经变了，请刷新后再看')
  const faults = checks.flatMap(({ no, checked, note: words }) =>
    (checked === '2' || checked === '3') && words === ''
      ? [{ field: `materials.${no}`, message: '请写明哪里不符合' }]
      : [],
  )
  if (faults.length > 0) throw invalidFields(faults)
  for (const { no, checked, note: words } of checks)
    await tx.query(sql`
      update declaration_material
      set checked = ${checked}, note = ${words}, checked_by = ${actor.identityId}, checked_at = now()
      where case_id = ${id}::uuid and no = ${no} and (checked, note) is distinct from (${checked}, ${words})`)
}

/** Passing needs every material to be in order; what is asked for or refused needs a reason. */
function requireBorne(
  materials: readonly { readonly checked: string }[],
  action: MaterialCheck['action'],
  opinion: string,
): void {
  const open = materials.filter(({ checked }) => checked !== '1').length
  if (action === 'pass' && open > 0)
    throw invalid('materials', `还有 ${open} 份材料没有核对为“合格”，不能通过`)
  if ((action === 'requestMore' || action === 'fail') && opinion === '')
    throw invalid('opinion', action === 'fail' ? '请写明不合格的原因' : '请写明要补正什么')
}
