import type { Actor } from '../../../catalogue/access/access.ts'
import type { OwnPublished } from '../../../catalogue/contract/own-fields.ts'
import { AppError, invalidFields } from '../../../catalogue/errors.ts'
import { canonical } from '../../../catalogue/rules/canonical.ts'
import { needsSecond } from '../../../catalogue/own/judge.ts'
import { note } from '../../platform/audit/note.ts'
import { isSlot } from '../../../catalogue/own/slot-names.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { tableName } from '../../engine/schema/index.ts'
import { askSecond, declare, handBack, latestOf, lockDraft, lockType, versionsOf } from './store.ts'
import { emptyBody, type OwnBody } from '../../../catalogue/own/body.ts'

/** Refuses what is wrong with a declaration, in the transaction in which it is published. */
export type Refusal = (body: OwnBody) => Promise<void>

/**
 * Publishes the draft, or asks a second person where it decides for others (`needsSecond`).
 * @param refuse throws 400 with the fields at fault
 */
export async function publishDraft(
  db: Database,
  actor: Actor,
  type: string,
  given: { readonly editNo: number; readonly note: string; readonly refuse: Refusal },
): Promise<OwnPublished> {
  const office = actor.institutionId
  return db.transaction(async (tx) => {
    await lockType(tx, office, type)
    const draft = await lockDraft(tx, office, type, given.editNo)
    if (draft.asked_by !== null) throw new AppError('stale', { message: '已送请复核，等复核人办理' })
    await given.refuse(draft.body)
    const before = await latestOf(tx, office, type)
    requireChange(draft.body, before.body)
    if (needsSecond(draft.body, before.no === 0 ? null : before.body)) {
      await askSecond(tx, actor, type, given.note)
      return { no: null, countsFrom: null, asked: true }
    }
    const made = await declare(tx, {
      office,
      type,
      body: draft.body,
      by: actor.identityId,
      confirmedBy: null,
      note: given.note,
    })
    await tx.execute(sql`delete from own_draft where office_id = ${office} and type = ${type}`)
    return { ...made, asked: false }
  })
}

function requireChange(now: OwnBody, before: OwnBody): void {
  if (canonical(now) === canonical(before))
    throw invalidFields([{ field: 'body', message: '和现行的一样，没有要发布的改动' }])
}

/** The second person agrees: another human than who asked. */
export async function confirmDraft(
  db: Database,
  actor: Actor,
  type: string,
  given: { readonly editNo: number; readonly refuse: Refusal },
): Promise<OwnPublished> {
  const office = actor.institutionId
  return db.transaction(async (tx) => {
    await lockType(tx, office, type)
    const draft = await lockDraft(tx, office, type, given.editNo)
    const askedBy = draft.asked_by
    if (askedBy === null) throw new AppError('stale', { message: '草稿尚未送请复核' })
    // One person may have two identities; the second pair of eyes must be another person's.
    const same = await tx.maybeOne(sql`
      select 1 from identity where id = any(${[askedBy, draft.by_identity]}::int[]) and person_id = ${actor.personId}`)
    if (same)
      throw new AppError('forbidden', { message: '须由另一位同事复核，不能由送请复核或起草的本人办理' })
    await given.refuse(draft.body)
    const made = await declare(tx, {
      office,
      type,
      body: draft.body,
      by: askedBy,
      confirmedBy: actor.identityId,
      note: draft.note ?? '',
    })
    await tx.execute(sql`delete from own_draft where office_id = ${office} and type = ${type}`)
    return { ...made, asked: false }
  })
}

/** The second person, or who asked, gives the draft back for a reason, which the audit keeps. */
export async function refuseDraft(
  db: Database,
  actor: Actor,
  type: string,
  given: { readonly editNo: number; readonly reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const draft = await lockDraft(tx, actor.institutionId, type, given.editNo)
    if (draft.asked_by === null) throw new AppError('stale', { message: '草稿尚未送请复核' })
    await handBack(tx, actor.institutionId, type)
    await note(tx, { by: actor.identityId, action: 'own.refused', type, facts: { reason: given.reason } })
  })
}

/** A type that is taken back leaves its table to the next one: nobody may have written there. */
async function refuseWritten(tx: Tx, type: string): Promise<void> {
  if (!isSlot(type)) return
  const written = await tx.maybeOne(sql`
    select 1 from revision where type = ${type}
    union all
    select 1 from ${sql.id(tableName(type))} limit 1`)
  if (written) throw new AppError('stale', { message: '已有人填写该类档案，不能撤回，可以另发一版修改' })
}

/**
 * Takes the last publication back: what was said before counts again. Only within ten minutes and while no
 * record holds a field that it added.
 */
export async function takeBack(db: Database, actor: Actor, type: string, no: number): Promise<OwnPublished> {
  const office = actor.institutionId
  return db.transaction(async (tx) => {
    await lockType(tx, office, type)
    const [last, earlier] = await versionsOf(tx, office, type)
    if (!last || last.no !== no || last.takeBackUntil === null)
      throw new AppError('stale', { message: '已过撤回时间或又发布了新的一版，请另发一版' })
    const bodies = await tx.query<{ no: number; body: OwnBody }>(sql`
      select no::int as no, body from own_declaration
      where office_id = ${office} and type = ${type} and no = any(${[no, earlier?.no ?? 0]}::bigint[])`)
    const bodyOf = (wanted: number | undefined) => bodies.find((one) => one.no === wanted)?.body ?? emptyBody
    const before = bodyOf(earlier?.no)
    const kept = new Set(before.fields.map(({ key }) => key))
    const added = bodyOf(no).fields.flatMap(({ key }) => (kept.has(key) ? [] : [key]))
    const used = await tx.maybeOne(sql`
      select 1 from revision
      where type = ${type} and updated_at >= ${last.at}::timestamptz and value ?| ${added}::text[]
      limit 1`)
    const inForce = await tx.maybeOne(sql`
      select 1 from ${sql.id(tableName(type))} where own ?| ${added}::text[] limit 1`)
    if (earlier === undefined || !before.record) await refuseWritten(tx, type)
    if (added.length > 0 && (used || inForce))
      throw new AppError('stale', { message: '已有人填写新加的栏目，不能撤回，可以停用该栏目' })
    const made = await declare(tx, {
      office,
      type,
      body: before,
      by: actor.identityId,
      confirmedBy: null,
      note: `撤回第 ${no} 号发布`,
    })
    return { ...made, asked: false }
  })
}
