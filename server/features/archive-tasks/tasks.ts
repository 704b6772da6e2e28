import type { Actor } from '../../../catalogue/access/access.ts'
import {
  mostPeople,
  mostTasks,
  type TaskBody,
  type TaskChange,
} from '../../../catalogue/contract/archive-tasks.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { addDays, today, uuidv7 } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { TaskNeeds } from './needs.ts'
import { queryOfSubject } from './subject.ts'
import { tellWaiting } from './tell.ts'

/** The last day that a task may have, in days from today. */
const longestDays = 730

function requireDay(dueOn: string): void {
  if (dueOn < today()) throw invalid('dueOn', '期限不能早于今天')
  if (dueOn > addDays(today(), longestDays)) throw invalid('dueOn', '期限不超过两年')
}

/**
 * Begins a task: who has to complete something is fixed now, and told. The schools of the people are told with them.
 * @throws AppError `invalid` where nobody has to, or more people than one task may have
 */
export async function beginTask(needs: TaskNeeds, actor: Actor, body: TaskBody): Promise<string> {
  requireDay(body.dueOn)
  const query = await queryOfSubject(needs, actor, body.subject)
  const { ids, sentence } = await needs.metBy(actor, query, mostPeople + 1)
  if (ids.length === 0) throw invalid('subject', '没有符合条件的人员，不需要下达任务')
  if (ids.length > mostPeople)
    throw invalid('subject', `符合条件的超过 ${mostPeople} 人，请选下级单位分别下达，或增加条件`)
  return needs.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from institution where id = ${actor.institutionId} for no key update`)
    const { open } = await tx.one<{ open: number }>(sql`
      select count(*)::int as open from archive_task
      where office_id = ${actor.institutionId} and ended_at is null`)
    if (open >= mostTasks) throw invalid('title', `进行中的任务已有 ${open} 个，请先结束不用的任务`)
    const id = uuidv7()
    await tx.execute(sql`
      insert into archive_task (id, office_id, by_identity, title, note, type, query, sentence, due_on)
      values (${id}::uuid, ${actor.institutionId}, ${actor.identityId}, ${body.title}, ${body.note},
        ${body.subject.type ?? null}, ${sql.json(query)}, ${sentence}, ${body.dueOn}::date)`)
    await tx.execute(sql`
      insert into archive_task_person (task_id, teacher_id)
      select ${id}::uuid, x.teacher_id from unnest(${[...ids]}::int[]) x (teacher_id)`)
    await tellWaiting(needs, tx, {
      id,
      type: body.subject.type ?? null,
      says: `${actor.institution}要求补齐`,
    })
    await noted(tx, actor, {
      action: 'archiveTask.begun',
      id,
      facts: { title: body.title, people: ids.length },
    })
    return id
  })
}

interface OwnTask {
  readonly version: number
  readonly ended: boolean
}

/** Locks a task of the own office. AppError `missing` for any other, `stale` where it was changed since it was read. */
async function lockOwn(
  tx: Tx,
  actor: Actor,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const own = await tx.maybeOne<OwnTask>(sql`
    select version, ended_at is not null as ended from archive_task
    where id = ${id}::uuid and office_id = ${actor.institutionId} for update`)
  if (!own) throw new AppError('missing')
  if (own.ended) throw new AppError('wrongState', { message: '该任务已结束' })
  if (own.version !== version) throw new AppError('stale', { message: '该任务刚被他人改过，请刷新后再看' })
}

/** Changes what a task of the own office is called, asks, and until when. */
export async function changeTask(
  { db }: TaskNeeds,
  actor: Actor,
  id: string,
  { version, title, note: words, dueOn }: TaskChange,
): Promise<void> {
  requireDay(dueOn)
  await db.transaction(async (tx) => {
    await lockOwn(tx, actor, { id, version })
    await tx.execute(sql`
      update archive_task set title = ${title}, note = ${words}, due_on = ${dueOn}::date, version = version + 1
      where id = ${id}::uuid`)
    await noted(tx, actor, { action: 'archiveTask.changed', id, facts: { title, dueOn } })
  })
}

/** Ends a task of the own office: nobody has to complete anything for it any more. */
export async function endTask({ db }: TaskNeeds, actor: Actor, id: string, version: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwn(tx, actor, { id, version })
    await tx.execute(sql`
      update archive_task set ended_at = now(), version = version + 1 where id = ${id}::uuid`)
    await noted(tx, actor, { action: 'archiveTask.ended', id, facts: {} })
  })
}

/**
 * Tells again who has not completed it, and their schools; once a day.
 * @returns how many schools and people were told
 */
export async function urgeTask(
  needs: TaskNeeds,
  actor: Actor,
  id: string,
): Promise<{ offices: number; people: number }> {
  return needs.db.transaction(async (tx) => {
    const own = await tx.maybeOne<{
      ended: boolean
      isUrged: boolean
      type: string | null
      dueOn: string
    }>(sql`
      select ended_at is not null as ended, urged_on = ${today()}::date as "isUrged", type, due_on::text as "dueOn"
      from archive_task where id = ${id}::uuid and office_id = ${actor.institutionId} for update`)
    if (!own) throw new AppError('missing')
    if (own.ended) throw new AppError('wrongState', { message: '该任务已结束' })
    if (own.isUrged) throw new AppError('wrongState', { message: '今天已催办过，明天可以再次催办' })
    await tx.execute(sql`update archive_task set urged_on = ${today()}::date where id = ${id}::uuid`)
    const told = await tellWaiting(needs, tx, { id, type: own.type, says: `催办（${own.dueOn} 前）` })
    await noted(tx, actor, { action: 'archiveTask.urged', id, facts: told })
    return told
  })
}

interface TaskNote {
  readonly action: 'archiveTask.begun' | 'archiveTask.changed' | 'archiveTask.ended' | 'archiveTask.urged'
  readonly id: string
  readonly facts: Readonly<Record<string, string | number>>
}

const noted = (tx: Tx, actor: Actor, { action, id, facts }: TaskNote) =>
  note(tx, { by: actor.identityId, action, recordId: id, facts })
