import type { Actor } from '../../../catalogue/access/access.ts'
import type { PacketSave, PacketSaved } from '../../../catalogue/contract/review/packets.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { needsArbitration, type HandedInScore } from '../../../catalogue/reviews/scoring.ts'
import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { happened, stale, wrongState, type ReviewNeeds } from './options.ts'
import { lineOf, missingIn, ownTask, type TaskRow } from './packets.ts'
import { succeed } from './successor.ts'

const mayWrite = (row: TaskRow): TaskRow => {
  if (row.state === 'submitted') throw wrongState('已经提交，不能再改；要改请联系主办单位退回')
  return row
}

/** Locks a task against the clock and the office, then reads it as its expert. */
async function locked(tx: Tx, actor: Actor, id: string): Promise<TaskRow> {
  await tx.query(sql`
    select 1 from review_task k where k.id = ${id}::uuid and k.person_id = ${actor.personId} for update`)
  return ownTask(tx, actor, id)
}

/** Keeps what an expert typed so far. */
export async function saveScores(
  { db }: ReviewNeeds,
  actor: Actor,
  id: string,
  body: PacketSave,
): Promise<PacketSaved> {
  return db.transaction(async (tx) => {
    const row = mayWrite(await locked(tx, actor, id))
    for (const [key, score] of Object.entries(body.scores)) {
      const item = row.rules.rubric.find((one) => one.key === key)
      if (!item) throw invalid(`scores.${key}`, '没有该评分项')
      if (score > item.max) throw invalid(`scores.${key}`, `“${item.label}”满分 ${item.max / 100} 分`)
    }
    if (row.version !== body.version) throw stale('该评分在别处改动过，请刷新后再改')
    const saved = await tx.one<{ version: number }>(sql`
      update review_task
      set scores = ${sql.json(body.scores)}, opinion = ${body.opinion}, conclusion = ${body.conclusion},
        state = 'reviewing', opened_at = least(opened_at, now()), version = version + 1
      where id = ${id}::uuid
      returning version`)
    const line = lineOf({ ...row, ...body })
    return { version: saved.version, total: line.total, ready: line.ready }
  })
}

/** Hands in one task. A task that was handed in already answers the same again. */
export async function submitScores(
  o: ReviewNeeds,
  actor: Actor,
  id: string,
  version: number,
): Promise<PacketSaved> {
  return o.db.transaction(async (tx) => {
    const row = await locked(tx, actor, id)
    if (row.state === 'submitted') return { version: row.version, total: lineOf(row).total, ready: true }
    if (row.version !== version) throw stale('该评分在别处改动过，请刷新后再提交')
    return handIn(o, tx, actor, row)
  })
}

async function handIn(o: ReviewNeeds, tx: Tx, actor: Actor, row: TaskRow): Promise<PacketSaved> {
  const missing = missingIn(row)
  if (missing) throw invalid(missing.field, missing.message)
  // Two last scores of one item at the same time would not see each other’s spread.
  const item = await tx.one<{ id: string }>(sql`
    select i.id from review_item i
    where i.id = (select k.item_id from review_task k where k.id = ${row.id}::uuid)
    for update`)
  const { version } = await tx.one<{ version: number }>(sql`
    update review_task
    set state = 'submitted', submitted_at = now(), version = version + 1
    where id = ${row.id}::uuid
    returning version`)
  await happened(tx, { round: row.round_id, task: row.id, by: actor.identityId, action: 'submitted' })
  await note(tx, { by: actor.identityId, action: 'review.submitted', facts: { task: row.id } })
  await arbitrate(o, tx, row, item.id)
  return { version, total: lineOf(row).total, ready: true }
}

/** When the last score is in and they lie far apart, one more expert is asked. */
async function arbitrate(
  o: ReviewNeeds,
  tx: Tx,
  { round_id: round, rules }: TaskRow,
  item: string,
): Promise<void> {
  const tasks = await tx.query<Pick<HandedInScore, 'kind' | 'scores'> & { state: string }>(sql`
    select k.kind, k.scores, k.state from review_task k
    where k.item_id = ${item}::uuid and k.state in ('assigned', 'reviewing', 'submitted')`)
  if (tasks.some(({ state, kind }) => kind === 'arbitration' || state !== 'submitted')) return
  if (needsArbitration(rules, tasks))
    await succeed(o, tx, { round, item, kind: 'arbitration', insteadOf: null, by: null })
}

/** Hands in whatever of these tasks is complete; the rest stays. */
export async function submitAll(o: ReviewNeeds, actor: Actor, ids: readonly string[]) {
  return o.db.transaction(async (tx) => {
    let submitted = 0
    for (const id of [...new Set(ids)].toSorted()) {
      const row = await locked(tx, actor, id)
      if (row.state === 'submitted' || missingIn(row) !== null) continue
      await handIn(o, tx, actor, row)
      submitted += 1
    }
    return { submitted, left: new Set(ids).size - submitted }
  })
}

/** The expert gives a task back: somebody they know, or an interest. What was scored does not count. */
export async function avoidTask(o: ReviewNeeds, actor: Actor, id: string, reason: string) {
  return o.db.transaction(async (tx) => {
    const row = mayWrite(await locked(tx, actor, id))
    const task = await tx.maybeOne<{ item_id: string; version: number; kind: 'main' | 'arbitration' }>(sql`
      update review_task
      set state = 'avoided', reason = ${reason}, conclusion = '4', scores = '{}', opinion = '',
        version = version + 1
      where id = ${id}::uuid and state in ('assigned', 'reviewing')
      returning item_id, version, kind`)
    if (!task) throw new AppError('wrongState')
    await happened(tx, { round: row.round_id, task: id, by: actor.identityId, action: 'avoided', reason })
    await note(tx, { by: actor.identityId, action: 'review.avoided', facts: { task: id } })
    await succeed(o, tx, {
      round: row.round_id,
      item: task.item_id,
      kind: task.kind,
      insteadOf: id,
      by: actor.identityId,
    })
    return { version: task.version, total: null, ready: false }
  })
}
