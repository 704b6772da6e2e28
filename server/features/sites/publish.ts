import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { canonical } from '../../../catalogue/rules/canonical.ts'
import type { SiteBody } from '../../../catalogue/sites/body.ts'
import { note } from '../../platform/audit/note.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { endInForce, latestOf, lockSite, nextNo, requireDraft, turnDraft, versionOf } from './store.ts'

/** Refuses what is wrong with a site: throws 400 with the fields at fault. */
export type Refusal = (body: SiteBody) => Promise<void>

/** Sends the draft to a second person: nothing is published by one alone. */
export async function askSecond(
  db: Database,
  actor: Actor,
  clientId: number,
  given: { readonly editNo: number; readonly note: string; readonly refuse: Refusal },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSite(tx, clientId)
    const draft = await requireDraft(tx, clientId, given.editNo)
    if (draft.askedBy !== null) throw new AppError('stale', { message: '已送请复核，等复核人办理' })
    await given.refuse(draft.body)
    if (canonical(draft.body) === canonical((await latestOf(tx, clientId)).body))
      throw invalid('body', '和现行的一样，没有要发布的改动')
    await turnDraft(tx, actor, clientId, { state: 'asked', note: given.note })
  })
}

/**
 * The second person agrees, and the draft is in force: another human than who wrote it and who asked.
 * @returns the number of the version
 */
export async function confirmSite(
  db: Database,
  actor: Actor,
  clientId: number,
  given: { readonly editNo: number; readonly refuse: Refusal },
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSite(tx, clientId)
    const draft = await requireDraft(tx, clientId, given.editNo)
    if (draft.askedBy === null) throw new AppError('stale', { message: '草稿尚未送请复核' })
    const same = await tx.maybeOne(sql`
      select 1 from identity
      where id = any(${[draft.askedBy, draft.by]}::int[]) and person_id = ${actor.personId}`)
    if (same)
      throw new AppError('forbidden', { message: '须由另一位同事复核，不能由送请复核或起草的本人办理' })
    await given.refuse(draft.body)
    await endInForce(tx, clientId)
    await tx.execute(sql`
      update client_site
      set state = 'inForce', confirmed_by = ${actor.identityId}, updated_at = now()
      where client_id = ${clientId} and no = ${draft.no}`)
    await note(tx, {
      by: actor.identityId,
      action: 'site.published',
      facts: { client: clientId, no: draft.no, askedBy: draft.askedBy },
    })
    return draft.no
  })
}

/** The second person, or who asked, gives the draft back with a reason. */
export async function refuseSite(
  db: Database,
  actor: Actor,
  clientId: number,
  given: { readonly editNo: number; readonly reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSite(tx, clientId)
    const draft = await requireDraft(tx, clientId, given.editNo)
    if (draft.askedBy === null) throw new AppError('stale', { message: '草稿尚未送请复核' })
    await turnDraft(tx, actor, clientId, { state: 'draft', note: given.reason })
  })
}

/**
 * An earlier version is in force again, at once and as a new one: two people have agreed to it before, and a
 * site that was spoilt does not wait for a second.
 * @returns the number of the new version
 */
export async function goBack(
  db: Database,
  actor: Actor,
  clientId: number,
  given: { readonly no: number; readonly note: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockSite(tx, clientId)
    const body = await versionOf(tx, clientId, given.no)
    if (!body) throw new AppError('missing')
    if ((await latestOf(tx, clientId)).no === given.no) throw invalid('no', '该版本正在使用')
    const waiting = await tx.maybeOne(sql`
      select 1 from client_site where client_id = ${clientId} and state in ('draft', 'asked')`)
    if (waiting) throw new AppError('stale', { message: '有未发布的草稿，请先放弃草稿再恢复以前的版本' })
    await endInForce(tx, clientId)
    const no = await nextNo(tx, clientId)
    await tx.execute(sql`
      insert into client_site (client_id, no, body, state, note, by_identity)
      values (${clientId}, ${no}, ${sql.json(body)}, 'inForce', ${given.note}, ${actor.identityId})`)
    await note(tx, {
      by: actor.identityId,
      action: 'site.back',
      facts: { client: clientId, no, from: given.no, note: given.note },
    })
    return no
  })
}
