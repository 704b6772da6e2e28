import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { mostMembers, type PrepDraft, type prepEdit } from '../../../catalogue/contract/preps.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { Plan } from '../../../catalogue/preps/plan.ts'
import { offersChapters } from '../../engine/curriculum/index.ts'
import { note } from '../../platform/audit/note.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { demand, standingTo, type StoodPrep } from './standing.ts'
import { mondayOf } from './week.ts'

/** What preps take from messages. */
export interface PrepTools {
  readonly db: Database
  /** An insert of messages to identities: identity, kind, title and link of each row. */
  readonly insertMessages: (rows: Sql) => Sql
}

const pagePath = '/teacher/bxbk'

/** Runs a change of one prep, whose row is locked, and writes its line of the audit. */
export const changing = <T>(
  { db }: PrepTools,
  actor: Actor,
  { id, action }: { readonly id: string; readonly action: string },
  work: (tx: Tx, prep: StoodPrep) => Promise<T>,
): Promise<T> =>
  db.transaction(async (tx) => {
    const result = await work(tx, await standingTo(tx, actor, id, true))
    await note(tx, { by: actor.identityId, action, recordId: id })
    return result
  })

function requireVersion(prep: StoodPrep, version: number): void {
  if (prep.version !== version)
    throw new AppError('stale', { message: '该备课刚被他人改过，请先看最新的内容' })
}

/** Refuses people and chapters that the actor may not name. Returns the members, the leader among them. */
async function judgeDraft(tx: Tx, actor: Actor, draft: PrepDraft): Promise<readonly number[]> {
  const self = actor.teacherId ?? 0
  const leader = draft.leader === self ? null : draft.leader
  const members = [...new Set([...draft.members, ...(leader === null ? [] : [leader])])].filter(
    (one) => one !== self,
  )
  if (members.length > mostMembers) throw invalid('members', `最多请 ${mostMembers} 人研讨`)
  const { n } = await tx.one<{ n: number }>(sql`
    select count(*)::int as n from teacher t
    where t.id = any(${members}::int[]) and t.institution_id = ${actor.institutionId}`)
  if (n < members.length) throw invalid('members', '所选的教师不都在本校')
  if (!(await offersChapters(tx, actor, draft.nodes)))
    throw invalid('nodes', '所选的章节不在教材目录中，请重新选择')
  return members
}

async function writeMembers(tx: Tx, id: string, members: readonly number[], leader: number | null) {
  await tx.execute(sql`delete from prep_member where prep_id = ${id}`)
  await tx.execute(sql`
    insert into prep_member (prep_id, teacher_id, leads)
    select ${id}::uuid, t, t = ${leader ?? 0} from unnest(${[...members]}::int[]) t`)
}

/** Begins a prep with the actor as its main author. */
export function beginPrep({ db }: PrepTools, actor: Actor, draft: PrepDraft): Promise<string> {
  const id = uuidv7()
  return db.transaction(async (tx) => {
    const members = await judgeDraft(tx, actor, draft)
    await tx.execute(sql`
      insert into prep (id, institution_id, teacher_id, title, stage, subject, grade, node_ids, week)
      values (${id}, ${actor.institutionId}, ${actor.teacherId}, ${draft.title}, ${draft.schoolStage},
        ${draft.subject}, ${draft.grade}, ${[...new Set(draft.nodes)]}, ${mondayOf(draft.week)}::date)`)
    await writeMembers(tx, id, members, draft.leader)
    await note(tx, { by: actor.identityId, action: 'prep.created', recordId: id })
    return id
  })
}

/** Changes topic, week and people. Notes and own copies of those who are taken out stay. */
export const editPrep = (
  tools: PrepTools,
  actor: Actor,
  id: string,
  draft: z.output<typeof prepEdit>,
): Promise<void> =>
  changing(tools, actor, { id, action: 'prep.edited' }, async (tx, prep) => {
    demand(actor, prep, 'edit', '只有主备教师能改备课安排，归档后不能再改')
    requireVersion(prep, draft.version)
    const members = await judgeDraft(tx, actor, draft)
    await tx.execute(sql`
      update prep
      set title = ${draft.title}, stage = ${draft.schoolStage}, subject = ${draft.subject},
        grade = ${draft.grade}, node_ids = ${[...new Set(draft.nodes)]},
        week = ${mondayOf(draft.week)}::date, edit_no = edit_no + 1
      where id = ${id}`)
    await writeMembers(tx, id, members, draft.leader)
  })

/** Minutes for which one teacher holds the text, from the last save on (resources.md, 7). */
const heldMinutes = 10

const holds = (teacherId: number | null): Sql => sql`
  holder_teacher_id = ${teacherId}, held_until = now() + make_interval(mins => ${heldMinutes})`

function requireFree({ teacherId }: Actor, { holderId, holderName }: StoodPrep): void {
  if (holderId !== null && holderId !== teacherId)
    throw new AppError('wrongState', { message: `${holderName}正在写，写完或停下 10 分钟后您可以接着写` })
}

/** Takes the text for the actor; nobody else writes it meanwhile. */
export const holdText = ({ db }: PrepTools, actor: Actor, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const prep = await standingTo(tx, actor, id, true)
    demand(actor, prep, 'write', '共案定下后不能再改；要改请先重新研讨')
    requireFree(actor, prep)
    await tx.execute(sql`update prep set ${holds(actor.teacherId)} where id = ${id}`)
  })

/** Lets the text go, if the actor holds it. */
export const releaseText = ({ db }: PrepTools, actor: Actor, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    await standingTo(tx, actor, id, true)
    await tx.execute(sql`
      update prep set holder_teacher_id = null, held_until = null
      where id = ${id} and holder_teacher_id = ${actor.teacherId}`)
  })

/** Writes the working text over the version that the writer saw. */
export const writeText = (
  tools: PrepTools,
  actor: Actor,
  id: string,
  { blocks, version }: { readonly blocks: Plan; readonly version: number },
): Promise<void> =>
  changing(tools, actor, { id, action: 'prep.edited' }, async (tx, prep) => {
    demand(actor, prep, 'write', '共案定下后不能再改；要改请先重新研讨')
    requireFree(actor, prep)
    requireVersion(prep, version)
    await tx.execute(sql`
      update prep
      set blocks = ${sql.json(blocks)}, edit_no = edit_no + 1, ${holds(actor.teacherId)},
        state = case when state = 'planned' then 'drafting' else state end
      where id = ${id}`)
    await tx.execute(sql`
      insert into prep_writer (prep_id, teacher_id) values (${id}, ${actor.teacherId}) on conflict do nothing`)
  })

/** Fixes the working text as a version that never changes. */
const fix = (tx: Tx, { teacherId }: Actor, prep: StoodPrep, kind: 'discussed' | 'agreed') =>
  tx.execute(sql`
    insert into prep_version (prep_id, no, kind, blocks, teacher_id)
    values (${prep.id}, ${prep.lastVersion + 1}, ${kind}, ${sql.json(prep.blocks)}, ${teacherId})`)

const moveTo = (tx: Tx, { id }: StoodPrep, state: string) =>
  tx.execute(sql`
    update prep
    set state = ${state}, edit_no = edit_no + 1, holder_teacher_id = null, held_until = null
    where id = ${id}`)

/** Rows of a message to main author and members but the actor. */
const toldGroup = ({ teacherId }: Actor, { id }: StoodPrep, title: string): Sql => sql`
      with reader as materialized (
      select a.id
      from prep p
        join teacher t on t.id <> ${teacherId} and t.institution_id = p.institution_id
          and (t.id = p.teacher_id or exists (
            select 1 from prep_member m where m.prep_id = p.id and m.teacher_id = t.id))
        join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
      where p.id = ${id})
      select id, '1', ${title}, ${`${pagePath}?id=${id}`} from reader`

/** Lays the text before the group, first or again after it was agreed. */
export const openPrep = (tools: PrepTools, actor: Actor, id: string, version: number): Promise<void> =>
  changing(tools, actor, { id, action: 'prep.discussed' }, async (tx, prep) => {
    demand(actor, prep, 'open', '先写初备，再请大家研讨')
    requireVersion(prep, version)
    requireFree(actor, prep)
    if (prep.state === 'drafting') await fix(tx, actor, prep, 'discussed')
    await moveTo(tx, prep, 'discussing')
    await tx.execute(
      tools.insertMessages(toldGroup(actor, prep, `请研讨：${prep.title}（主备 ${prep.mainName}）`)),
    )
  })

/** Fixes the common plan, from which each teacher makes the own one. */
export const agreePrep = (tools: PrepTools, actor: Actor, id: string, version: number): Promise<void> =>
  changing(tools, actor, { id, action: 'prep.agreed' }, async (tx, prep) => {
    demand(actor, prep, 'agree', `共案由${prep.leaderName}在研讨后定下`)
    requireVersion(prep, version)
    requireFree(actor, prep)
    await fix(tx, actor, prep, 'agreed')
    await moveTo(tx, prep, 'agreed')
    await tx.execute(
      tools.insertMessages(toldGroup(actor, prep, `共案已定：${prep.title}，可以取用为自己的个案`)),
    )
  })

export const archivePrep = (tools: PrepTools, actor: Actor, id: string, version: number): Promise<void> =>
  changing(tools, actor, { id, action: 'prep.archived' }, async (tx, prep) => {
    demand(actor, prep, 'archive', '定下共案后才能归档')
    requireVersion(prep, version)
    await moveTo(tx, prep, 'archived')
  })

/** Deletes a prep that was not laid before the group. */
export const removePrep = (tools: PrepTools, actor: Actor, id: string): Promise<void> =>
  changing(tools, actor, { id, action: 'prep.deleted' }, async (tx, prep) => {
    demand(actor, prep, 'remove', '研讨过的备课不能删除')
    await tx.execute(sql`delete from prep where id = ${id}`)
  })

/** Makes the actor one of those who discuss. */
export const joinPrep = (tools: PrepTools, actor: Actor, id: string): Promise<void> =>
  changing(tools, actor, { id, action: 'prep.joined' }, async (tx, prep) => {
    demand(actor, prep, 'join', '您已经参加，或者本次备课已归档')
    const { n } = await tx.one<{ n: number }>(
      sql`select count(*)::int as n from prep_member where prep_id = ${id}`,
    )
    if (n >= mostMembers) throw new AppError('wrongState', { message: `一次备课最多 ${mostMembers} 人` })
    await tx.execute(sql`
      insert into prep_member (prep_id, teacher_id) values (${id}, ${actor.teacherId}) on conflict do nothing`)
  })
