import type { AfterAct, AfterRule } from '../../../catalogue/after/rule.ts'
import { roleOfLevel } from '../../../catalogue/flows/review.ts'
import type { Notice } from '../../../catalogue/contract/workspace.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { actorOfIdentity } from '../../engine/access/index.ts'
import { definitionOf } from '../../engine/engine.ts'
import { createRecord, deleteRecord, summaryOf, type Values } from '../../engine/records/index.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { joined, type Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { AfterNeeds } from './needs.ts'

/** A run as the job takes it. */
export interface Run {
  readonly event_id: number
  readonly office_id: number
  readonly no: number
  readonly type: string
  readonly owner_id: number
  readonly record_id: string
  readonly revision_id: string
}

/** What the acts of one run are done with. */
export interface RunContext {
  readonly needs: AfterNeeds
  readonly tx: Tx
  readonly run: Run
  readonly rule: AfterRule
  readonly teacher: Teacher
  readonly definition: AnyRecord
  readonly value: Values
}

export interface Teacher {
  readonly name: string
  readonly school_id: number | null
  readonly office_level: string
  /** The teacher's own account; null for none that may write. */
  readonly identity: number | null
}

export const teacherOf = (
  tx: Tx,
  { owner_id: owner, office_id: office }: Pick<Run, 'owner_id' | 'office_id'>,
): Promise<Teacher | undefined> =>
  tx.maybeOne<Teacher>(sql`
    select t.name, t.institution_id as school_id,
      (select level from institution where id = ${office}) as office_level,
      (select a.id from identity a where a.person_id = t.person_id and a.role = 2 and a.lent_by is null
        and a.state = 'enabled' and not a.reads_only order by a.id limit 1) as identity
    from teacher t
    where t.id = ${owner}`)

/** The role of an office by its level. */
const officeRoles: Readonly<Record<string, number>> = {
  province: roleOfLevel.province,
  city: roleOfLevel.city,
  district: roleOfLevel.area,
}

/** Who acts for a party; null where there is nobody, as for a teacher without an account. */
export function partyOf(
  to: 'owner' | 'school' | 'office',
  { run, teacher }: RunContext,
): Notice['to'] | null {
  if (to === 'owner') return teacher.identity === null ? null : { identity: teacher.identity }
  if (to === 'school') return teacher.school_id === null ? null : { institution: teacher.school_id, role: 3 }
  return { institution: run.office_id, role: officeRoles[teacher.office_level] ?? 4 }
}

/** The record in words: open fields only. */
export const recordWords = ({ teacher, definition, value }: RunContext): string =>
  `${teacher.name}的${definition.title}：${summaryOf(definition, value)}`

/** Whether this person was told by this rule today already; else it is noted that they are. */
async function toldToday({ tx, run }: RunContext): Promise<boolean> {
  const noted = await tx.execute(sql`
    insert into after_told (office_id, no, owner_id, day)
    select ${run.office_id}::int, ${run.no}::int, ${run.owner_id}::int, (now() at time zone 'Asia/Shanghai')::date
    on conflict (office_id, no, owner_id, day) do nothing`)
  return noted === 0
}

type Does<Kind extends AfterAct['act']> = (
  acting: RunContext,
  act: Extract<AfterAct, { act: Kind }>,
) => Promise<string>

const message: Does<'message'> = async (acting, { to, text }) => {
  const party = partyOf(to, acting)
  if (party === null) return '收件人没有账号，未发消息'
  await acting.needs.notify(acting.tx, {
    to: party,
    kind: '1',
    title: text,
    content: recordWords(acting),
    link: null,
    exceptPerson: 0,
  })
  return '已发消息'
}

const todo: Does<'todo'> = async (acting, { to, text, days }) => {
  const { tx, run } = acting
  const party = partyOf(to, acting)
  if (party === null || !('institution' in party)) return '没有办理的单位，未列入待办'
  await tx.execute(sql`
    insert into after_todo (id, event_id, office_id, no, type, owner_id, record_id, institution_id, role, words, due_on)
    values (${uuidv7()}, ${run.event_id}, ${run.office_id}, ${run.no}, ${run.type}, ${run.owner_id}, ${run.record_id},
      ${party.institution}, ${party.role}, ${text},
      (now() at time zone 'Asia/Shanghai')::date + ${days}::int)`)
  return '已列入待办'
}

/** The owner as an actor, who writes a draft, or deletes one. Throws AppError without an account. */
async function ownerActor(tx: Tx, { identity }: Teacher) {
  const known = identity === null ? undefined : await actorOfIdentity(tx, identity)
  if (!known) throw new AppError('wrongState', { message: '本人没有可用的账号，不能起草' })
  return known.actor
}

const draft: Does<'draft'> = async ({ needs: { engine }, tx, run, teacher, value }, act) => {
  const actor = await ownerActor(tx, teacher)
  const definition = definitionOf(engine, act.type)
  const copied = Object.entries(act.copy).map(([key, from]) => [key, value[from] ?? null] as const)
  const { id } = await createRecord(
    { engine: { ...engine, db: joined(engine.db, tx) }, actor, definition },
    { ...Object.fromEntries(copied), ...act.set, attachments: [] },
    undefined,
  )
  await tx.execute(sql`
    insert into after_draft (record_id, event_id, office_id, no, type, owner_id, edit_no)
    select ${id}::uuid, ${run.event_id}::bigint, ${run.office_id}::int, ${run.no}::int, ${act.type}::text,
      ${run.owner_id}::int, r.edit_no
    from revision r
    where r.owner_id = ${run.owner_id} and r.record_id = ${id}`)
  return `已起草${definition.title}`
}

/** Does the acts of a rule in order; answers what was done. What one of them throws takes all of them back. */
export async function doActs(acting: RunContext): Promise<string> {
  const done: string[] = []
  const isTold = acting.rule.acts.some((one) => one.act === 'message') && (await toldToday(acting))
  for (const act of acting.rule.acts) {
    if (act.act === 'message') done.push(isTold ? '今天已发过消息' : await message(acting, act))
    else if (act.act === 'todo') done.push(await todo(acting, act))
    else done.push(await draft(acting, act))
  }
  return done.join('；')
}

/** A draft as a rule left it. */
export interface MadeDraft {
  readonly office_id: number
  readonly record_id: string
  readonly type: string
  readonly owner_id: number
  readonly edit_no: number
}

/** Deletes a draft that nobody touched since a rule began it. Answers whether it did. */
export async function dropDraft({ engine }: AfterNeeds, tx: Tx, made: MadeDraft): Promise<boolean> {
  const { record_id: id, owner_id: owner, type } = made
  await tx.execute(sql`update after_draft set ended_at = now() where record_id = ${id}`)
  const untouched = await tx.maybeOne(sql`
    select 1
    from revision
    where owner_id = ${owner} and record_id = ${id} and state = 'draft' and replaced_at is null
      and edit_no = ${made.edit_no}`)
  if (!untouched) return false
  const teacher = await teacherOf(tx, made)
  if (!teacher || teacher.identity === null) return false
  const actor = await ownerActor(tx, teacher)
  const definition = definitionOf(engine, type)
  await deleteRecord({ engine: { ...engine, db: joined(engine.db, tx) }, actor, definition }, id)
  return true
}

/** Takes back what a run did: to-dos are closed, an untouched draft goes, and after a message comes a sentence. */
export async function undoActs(acting: RunContext): Promise<string> {
  const { needs, tx, run, rule } = acting
  const closed = await tx.execute(sql`
    update after_todo set ended_at = now()
    where event_id = ${run.event_id} and office_id = ${run.office_id} and no = ${run.no} and ended_at is null`)
  const drafts = await tx.query<MadeDraft>(sql`
    select office_id, record_id, type, owner_id, edit_no
    from after_draft
    where event_id = ${run.event_id} and office_id = ${run.office_id} and no = ${run.no} and ended_at is null`)
  const dropped: boolean[] = []
  for (const made of drafts) dropped.push(await dropDraft(needs, tx, made))
  for (const act of rule.acts) {
    const party = act.act === 'message' ? partyOf(act.to, acting) : null
    if (party === null || act.act !== 'message') continue
    const title = `先前的提醒不再有效：${act.text}`
    const content = `${recordWords(acting)}，已撤销或作废。`
    await needs.notify(tx, { to: party, kind: '1', title, content, link: null, exceptPerson: 0 })
  }
  return [
    '通过已撤销或已作废',
    closed > 0 && '待办已关闭',
    dropped.includes(true) && '草稿已删除',
    dropped.includes(false) && '草稿本人已修改，留给本人',
  ]
    .filter(Boolean)
    .join('；')
}
