import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  TaskLine,
  TaskPage,
  TaskPeopleAsked,
  TaskPerson,
  TaskPlace,
  TasksAsked,
  TaskView,
} from '../../../catalogue/contract/archive-tasks.ts'
import { AppError } from '../../../catalogue/errors.ts'
import {
  institutionsInScope,
  placeCondition,
  placeWithin,
  scopeCondition,
} from '../../engine/access/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { stepBelow } from './place.ts'

/**
 * Tasks that a reader sees: those of the own office and of the offices below it, and those of the offices above that
 * concern people in the own scope.
 */
const visible = (actor: Actor): Sql => sql`(
  exists (select 1 from institution b where b.id = k.office_id and ${institutionsInScope(actor, 'b')})
  or exists (
    select 1 from institution o
    where o.id = ${actor.institutionId} and k.office_id in (o.district_id, o.city_id, o.province_id))
  and exists (
    select 1 from archive_task_person p join teacher t on t.id = p.teacher_id
    where p.task_id = k.id and ${scopeCondition(actor, 't', 'id')}))`

/** People of a task by where they stand, within the reader's scope; an office counts all of its own tasks. */
const counts = (actor: Actor): Sql => sql`
  select count(*)::int as people, count(*) filter (where p.state = 'done')::int as done,
    count(*) filter (where p.state = 'left')::int as left, count(*) filter (where p.state = 'waiting')::int as waiting
  from archive_task_person p join teacher t on t.id = p.teacher_id
  where p.task_id = k.id and (k.office_id = ${actor.institutionId} or ${scopeCondition(actor, 't', 'id')})`

const day = (moment: Sql): Sql => sql`(${moment} at time zone 'Asia/Shanghai')::date::text`
const lineColumns = (actor: Actor): Sql => sql`
  k.id, k.title, i.name as office, k.office_id = ${actor.institutionId} as mine, ${day(sql`k.began_at`)} as "beganOn",
  k.due_on::text as "dueOn", ${day(sql`k.ended_at`)} as "endedOn", n.people, n.done, n.left, n.waiting`

/** One page of the tasks that concern an office; those that end first come first. */
export async function tasksFor(
  db: Queryable,
  actor: Actor,
  { state, page, pageSize }: TasksAsked,
): Promise<TaskPage> {
  const where = sql`${state === 'open' ? sql`k.ended_at is null` : sql`k.ended_at is not null`} and ${visible(actor)}`
  const [list, { total }] = await Promise.all([
    db.query<TaskLine>(sql`
      select ${lineColumns(actor)}
      from (
        select k.* from archive_task k where ${where}
        order by ${state === 'open' ? sql`k.due_on, k.id` : sql`k.ended_at desc, k.id`}
        limit ${pageSize} offset ${(page - 1) * pageSize}) k
        join institution i on i.id = k.office_id
        cross join lateral (${counts(actor)}) n
      order by ${state === 'open' ? sql`k.due_on, k.id` : sql`k.ended_at desc, k.id`}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from archive_task k where ${where}`),
  ])
  return { list, total, page, pageSize }
}

/** Places that a task shows. */
const mostPlaces = 300

/** One task with its progress by place. @throws AppError `missing` for a task that does not concern the reader */
export async function taskFor(db: Queryable, actor: Actor, id: string): Promise<TaskView> {
  const [row, places] = await Promise.all([
    db.maybeOne<Omit<TaskView, 'places'>>(sql`
      select ${lineColumns(actor)}, k.note, k.type, k.sentence, k.version,
        to_char(k.looked_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "lookedAt", k.urged_on::text as "urgedOn"
      from archive_task k join institution i on i.id = k.office_id cross join lateral (${counts(actor)}) n
      where k.id = ${id}::uuid and ${visible(actor)}`),
    db.query<TaskPlace>(sql`
      select n.id, i.name, n.people, n.done, n.left, n.waiting
      from (
        select ${stepBelow(actor)} as id, count(*)::int as people, count(*) filter (where p.state = 'done')::int as done,
          count(*) filter (where p.state = 'left')::int as left, count(*) filter (where p.state = 'waiting')::int as waiting
        from archive_task_person p join teacher t on t.id = p.teacher_id
        where p.task_id = ${id}::uuid and ${scopeCondition(actor, 't', 'id')} group by 1) n
        join institution i on i.id = n.id
      order by n.waiting desc, i.name limit ${mostPlaces}`),
  ])
  if (!row) throw new AppError('missing')
  return { ...row, places }
}

/** People of one task, narrowed by a place and by where they stand. */
export type PeopleRequest = Pick<TaskPeopleAsked, 'place' | 'state'> & { readonly id: string }

/** `from … where` of people of a task in the reader's scope. AppError `missing`, or `invalid` with `place`. */
async function peopleIn(db: Queryable, actor: Actor, { id, place, state }: PeopleRequest): Promise<Sql> {
  const known = await db.maybeOne(
    sql`select 1 from archive_task k where k.id = ${id}::uuid and ${visible(actor)}`,
  )
  if (!known) throw new AppError('missing')
  const narrowed = place === undefined ? null : await placeWithin(db, actor, place)
  return sql`
    from archive_task_person p join teacher t on t.id = p.teacher_id
    where p.task_id = ${id}::uuid and ${scopeCondition(actor, 't', 'id')}
      ${state === undefined ? sql.empty : sql`and p.state = ${state}`}
      ${narrowed === null ? sql.empty : sql`and ${placeCondition(narrowed, 't')}`}`
}

const inOrder = sql`order by p.state = 'waiting' desc, t.name_sort, t.id`

/** Numbers of teachers of a task in the order of its list. */
export async function peopleKeys(
  db: Queryable,
  actor: Actor,
  asked: PeopleRequest,
  most: number,
): Promise<number[]> {
  const from = await peopleIn(db, actor, asked)
  const rows = await db.query<{ id: number }>(sql`select p.teacher_id as id ${from} ${inOrder} limit ${most}`)
  return rows.map(({ id }) => id)
}

/** These people of a task in the order of its list, as far as the reader may see them. */
export const peopleLines = (
  db: Queryable,
  actor: Actor,
  id: string,
  teachers: readonly number[],
): Promise<TaskPerson[]> =>
  db.query<TaskPerson>(sql`
    select p.teacher_id as "teacherId", t.name, i.name as institution, p.state,
      to_char(p.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at
    from archive_task_person p
      join teacher t on t.id = p.teacher_id
      join institution i on i.id = t.institution_id
    where p.task_id = ${id}::uuid and p.teacher_id = any(${[...teachers]}::int[]) and ${scopeCondition(actor, 't', 'id')}
    ${inOrder}`)

/** People of a task in the reader's scope; those who still have to complete something first. */
export async function peopleOf(
  db: Queryable,
  actor: Actor,
  id: string,
  { page, pageSize, ...narrowing }: TaskPeopleAsked,
): Promise<{ list: TaskPerson[]; total: number; page: number; pageSize: number }> {
  const from = await peopleIn(db, actor, { id, ...narrowing })
  const [rows, { total }] = await Promise.all([
    db.query<{ id: number }>(
      sql`select p.teacher_id as id ${from} ${inOrder} limit ${pageSize} offset ${(page - 1) * pageSize}`,
    ),
    db.one<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  const list = await peopleLines(
    db,
    actor,
    id,
    rows.map((row) => row.id),
  )
  return { list, total, page, pageSize }
}
