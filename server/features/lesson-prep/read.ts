import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  OwnPlan,
  Prep,
  PrepLine,
  PrepNote,
  PrepQuery,
  PrepView,
} from '../../../catalogue/contract/preps.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { PlanBlock } from '../../../catalogue/preps/plan.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  isInside,
  leading,
  mayOf,
  readable,
  readsText,
  standingTo,
  takesPart,
  type StoodPrep,
} from './standing.ts'
import { mondayOf } from './week.ts'

const inView = (teacher: number, view: PrepView) =>
  ({
    all: sql.empty,
    main: sql`and p.teacher_id = ${teacher}`,
    asked: sql`and p.state = 'discussing' and exists (
      select 1 from prep_member m where m.prep_id = p.id and m.teacher_id = ${teacher})`,
  })[view]

/** Preps of the actor's school and those he wrote or took along, the latest week first. */
export async function prepList(db: Queryable, actor: Actor, asked: PrepQuery) {
  const { page, pageSize, view, week, subject } = asked
  const where = sql`${readable(actor)} ${inView(actor.teacherId ?? 0, view)}
    ${week === undefined ? sql.empty : sql`and p.week = ${mondayOf(week)}::date`}
    ${subject === undefined ? sql.empty : sql`and p.subject = ${subject}`}`
  const [list, { total }] = await Promise.all([
    db.query<PrepLine>(sql`
      select p.id, p.title, p.subject, p.stage as "schoolStage", p.grade,
        to_char(p.week, 'YYYY-MM-DD') as week, p.state,
        json_build_object('id', main.id, 'name', main.name) as main,
        json_build_object('id', coalesce(lead.id, main.id), 'name', coalesce(lead.name, main.name)) as leader,
        (select count(*)::int from prep_note n
          where n.prep_id = p.id and n.answers_id is null and n.done_at is null) as open,
        (select count(*)::int from prep_own o where o.prep_id = p.id) as adapted
      from prep p
        join teacher main on main.id = p.teacher_id
        ${leading}
      where ${where}
      order by p.week desc, p.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`
      select count(*)::int as total from (select 1 from prep p where ${where} limit 10000) one`),
  ])
  return { list, total, page, pageSize }
}

/** A prep with all that the actor may read of it. */
export async function prepOf(db: Queryable, actor: Actor, id: string): Promise<Prep> {
  const stood = await standingTo(db, actor, id)
  const part = takesPart(actor, stood)
  const [members, versions, notes, adapters, own] = await Promise.all([
    db.query<Prep['members'][number]>(sql`
      select t.id, t.name
      from prep_member m
        join teacher t on t.id = m.teacher_id
      where m.prep_id = ${id}
      order by t.name_sort, t.id`),
    db.query<Prep['versions'][number]>(sql`
      select v.no, v.kind, v.at, t.name as by
      from prep_version v
        join teacher t on t.id = v.teacher_id
      where v.prep_id = ${id}
      order by v.no desc`),
    part ? notesOf(db, actor, stood) : [],
    db.query<Prep['adapters'][number]>(sql`
      select t.id, t.name, o.on_version as on, o.reflection <> '' as reflected
      from prep_own o
        join teacher t on t.id = o.teacher_id
      where o.prep_id = ${id}
      order by t.name_sort, t.id`),
    ownOf(db, actor, id),
  ])
  const { mainId, mainName, leaderId, leaderName, holderId, holderName, heldUntil, ...facts } = stood
  const {
    institutionId: _,
    isMember: __,
    ownOn: ___,
    lastVersion: ____,
    agreedVersion: _____,
    ...shown
  } = facts
  const inside = isInside(actor, stood)
  return {
    ...shown,
    blocks: readsText(actor, stood) ? stood.blocks : [],
    main: { id: mainId, name: mainName },
    leader: { id: leaderId, name: leaderName },
    holder:
      part && holderId !== null && holderId !== actor.teacherId && holderName !== null && heldUntil !== null
        ? { id: holderId, name: holderName, until: heldUntil }
        : null,
    members,
    versions: inside ? versions : [],
    notes,
    adapters: inside ? adapters : [],
    own,
    may: mayOf(actor, stood),
  }
}

const notesOf = (db: Queryable, { teacherId }: Actor, { id, mainId }: StoodPrep): Promise<PrepNote[]> =>
  db.query<PrepNote>(sql`
    select n.id, n.block_id as block, n.answers_id as answers, n.on_version as on,
      json_build_object('id', t.id, 'name', t.name) as by, n.at, n.text, n.done_at is not null as done,
      n.answers_id is null and ${teacherId ?? 0} in (n.teacher_id, ${mainId}::int) as "mayMark"
    from prep_note n
      join teacher t on t.id = n.teacher_id
    where n.prep_id = ${id}
    order by n.at, n.id`)

const ownOf = async (db: Queryable, { teacherId }: Actor, id: string): Promise<OwnPlan | null> =>
  (await db.maybeOne<OwnPlan>(sql`
    select on_version as on, blocks, reflection, edit_no as version, updated_at as "updatedAt"
    from prep_own
    where prep_id = ${id} and teacher_id = ${teacherId ?? 0}`)) ?? null

/** One fixed version: for the school, and elsewhere for its main author and who took just this one along. */
export async function versionOf(db: Queryable, actor: Actor, id: string, no: number) {
  const stood = await standingTo(db, actor, id)
  const mayRead = isInside(actor, stood) || stood.mainId === actor.teacherId || stood.ownOn === no
  const version = await db.maybeOne<{ no: number; blocks: PlanBlock[] }>(sql`
    select no, blocks from prep_version where prep_id = ${id} and no = ${no}`)
  if (!version || !mayRead) throw new AppError('missing')
  return version
}

/** What the others made of the common plan, for those who take part. */
export async function othersOf(db: Queryable, actor: Actor, id: string) {
  const stood = await standingTo(db, actor, id)
  if (!takesPart(actor, stood))
    throw new AppError('forbidden', { message: '个案和反思只有参加本次备课的教师能看' })
  const list = await db.query<{
    by: { id: number; name: string }
    on: number
    blocks: PlanBlock[]
    reflection: string
  }>(sql`
    select json_build_object('id', t.id, 'name', t.name) as by, o.on_version as on, o.blocks, o.reflection
    from prep_own o
      join teacher t on t.id = o.teacher_id
    where o.prep_id = ${id} and o.teacher_id <> ${actor.teacherId ?? 0}
    order by t.name_sort, t.id`)
  return { list }
}

/** Teachers of the school other than the actor. */
export const colleaguesOf = async (db: Queryable, { institutionId, teacherId }: Actor) => ({
  list: await db.query<{ id: number; name: string }>(sql`
    select t.id, t.name
    from teacher t
    where t.institution_id = ${institutionId} and t.id <> ${teacherId ?? 0}
    order by t.name_sort, t.id
    limit 2000`),
})
