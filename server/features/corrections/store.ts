import type { z } from 'zod'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Notice } from '../../../catalogue/contract/workspace.ts'
import type { correctionAnswer, correctionRequest } from '../../../catalogue/contract/archive/corrections.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Engine, Queryable, Tx } from '../../engine/engine.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import { type LoadedRecord, summaryOf, toStored } from '../../engine/records/index.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { columns, joins, type Row } from './queue.ts'
import { mayAnswer, requireFields } from './rules.ts'
import { note } from '../../platform/audit/note.ts'

/** Functions of other features that corrections use, from `app`. */
export interface CorrectionTools {
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
  readonly linkOf: (type: string, recordId: string, where: 'section' | 'office', role: Role) => string | null
}

/**
 * The lowest office over an owner where somebody else than they can act: their school, else the next above.
 */
async function officeOf(
  db: Queryable,
  loaded: LoadedRecord,
): Promise<{ institution: number; role: Role } | undefined> {
  const { institutionId, districtId, cityId, provinceId, personId } = loaded.owner
  return db.maybeOne(sql`
    select a.institution_id as institution, a.role from identity a
      join (values (${institutionId}::int, 3), (${districtId}::int, 4), (${cityId}::int, 5),
          (${provinceId}::int, 6)) o (id, role)
        on o.id = a.institution_id and o.role = a.role
    where a.state = 'enabled' and a.person_id is distinct from ${personId} order by a.role limit 1`)
}

type CorrectionDraft = z.output<typeof correctionRequest>

/** Actor and inputs of a decision about a correction. */
export interface Desk {
  readonly engine: Engine
  readonly tools: CorrectionTools
  readonly actor: Actor
}

/** Asks for a correction: the request, its audit row and the messages, or 409 while another one is open. */
export async function ask(
  { engine, tools, actor }: Desk,
  loaded: LoadedRecord,
  given: CorrectionDraft,
): Promise<string> {
  const { definition, owner } = loaded
  if (!loaded.effective) throw new AppError('wrongState')
  requireFields(definition, given.fields)
  const sealed = given.fields.map(({ key, should }) => ({
    key,
    should: toStored(engine.keys, definition, loaded.id, { [key]: should })[key],
  }))
  const id = uuidv7()
  await engine.db.transaction(async (tx) => {
    const made = await tx.execute(sql`
      insert into correction (id, type, owner_id, record_id, asked_by, reason, fields, institution_id,
          district_id, city_id, province_id)
      values (${id}, ${definition.name}, ${owner.id}, ${loaded.id}, ${actor.identityId}, ${given.reason},
          ${sql.json(sealed)},
        ${owner.institutionId}, ${owner.districtId}, ${owner.cityId}, ${owner.provinceId})
      on conflict (record_id) where state = 'open' do nothing`)
    if (made === 0) throw new AppError('duplicate', { message: '该记录已有一份更正申请在处理，请等答复' })
    await audit(tx, actor, 'correction.asked', {
      id,
      type: definition.name,
      ownerId: owner.id,
      recordId: loaded.id,
    })
    const office = await officeOf(tx, loaded)
    if (office) {
      await tools.notify(tx, {
        to: office,
        kind: '3',
        title: `${owner.name}申请更正${definition.title}：${summaryOf(definition, loaded.effective?.stored ?? {})}`,
        content: given.reason,
        link: tools.linkOf(definition.name, loaded.id, 'office', office.role),
        exceptPerson: actor.personId,
      })
    }
  })
  return id
}

/**
 * Answers a request in the actor's scope: 404 outside it, 403 about oneself, 409 when it was answered
 * already.
 */
export async function answer(
  { engine, tools, actor }: Desk,
  id: string,
  given: z.output<typeof correctionAnswer>,
): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const row = await tx.maybeOne<Row & { owner_id: number }>(sql`
      select ${columns(actor)}, c.owner_id
      from correction c ${joins}
      where c.id = ${id} and ${scopeCondition(actor, 'c')} for update of c`)
    if (!row) throw new AppError('missing')
    if (row.state !== 'open') throw new AppError('wrongState', { message: '该申请已经答复过' })
    if (!mayAnswer(actor, row)) throw new AppError('forbidden', { message: '本人的申请须由他人答复' })
    await tx.execute(sql`
      update correction
      set state = ${given.outcome}, answered_by = ${actor.identityId}, answered_at = now(),
        answer = ${given.answer}
      where id = ${id} and state = 'open'`)
    await audit(tx, actor, `correction.${given.outcome}`, {
      id,
      type: row.type,
      ownerId: row.owner_id,
      recordId: row.record_id,
    })
    const title = engine.records[row.type]?.title ?? ''
    await tools.notify(tx, {
      to: { identity: row.asked_by },
      kind: '2',
      title: given.outcome === 'corrected' ? `您申请更正的${title}已更正` : `您申请更正的${title}不予更正`,
      content: given.answer,
      link: tools.linkOf(row.type, row.record_id, 'section', 2),
      exceptPerson: actor.personId,
    })
  })
}

async function audit(
  tx: Tx,
  actor: Actor,
  action: string,
  about: { id: string; type: string; ownerId: number; recordId: string },
): Promise<void> {
  await note(tx, {
    by: actor.identityId,
    action,
    type: about.type,
    ownerId: about.ownerId,
    recordId: about.recordId,
    facts: { correction: about.id },
  })
}
