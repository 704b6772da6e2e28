import type { Tx } from '../../platform/db/database.ts'
import type { ForgettingRule } from '../../platform/db/forget.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/**
 * Systems of the region hear of teachers and institutions (docs/decisions/0075). A table that every node of a
 * distributed PostgreSQL holds can have no triggers (0121), so rows of `teacher` and `institution` are
 * written through this file.
 */

/** An update of rows of one table. */
export interface RowsChanged {
  /** Condition on the columns of the table. */
  readonly which: Sql
  /** Assignments; `was` is the row before, `t` the row. */
  readonly sets: Sql
  /** Joins to `was`. */
  readonly from?: Sql
}

const ofTeacher = sql.raw(
  'name, institution_id, district_id, city_id, province_id, status, stage, subject, title_level',
)
const ofInstitution = sql.raw('name, code, parent_id, kind, closed_on, district_id, city_id, province_id')

/** The facts as columns of one row. */
const columnsOf = (facts: Sql, row: 't' | 'was'): Sql =>
  sql.join(facts.text.split(', ').map((column) => sql.id(row, column)))

interface TeacherBefore {
  readonly id: number
  readonly changed: boolean
  readonly status: string
  readonly institution_id: number | null
  readonly district_id: number | null
  readonly city_id: number | null
  readonly province_id: number | null
}

/** Updates teachers, and tells of those whose facts changed. */
export async function changeTeachers(tx: Tx, { which, sets, from = sql.empty }: RowsChanged): Promise<void> {
  const rows = await tx.query<TeacherBefore>(sql`
    with was as materialized (
      select id, ${ofTeacher}
      from teacher
      where ${which}
      order by id
      for no key update)
    update teacher t
    set ${sets}
    from was ${from}
    where t.id = was.id
    returning t.id, was.status, was.institution_id, was.district_id, was.city_id, was.province_id,
      (${columnsOf(ofTeacher, 't')}) is distinct from (${columnsOf(ofTeacher, 'was')}) as changed`)
  const changes = rows.flatMap(({ changed, ...before }) => (changed ? [before] : []))
  if (changes.length > 0) await tx.query(sql`select roster_teachers_changed(${sql.json(changes)})`)
}

type Writer = Pick<Tx, 'query'>

/**
 * Notes that archives were opened or taken out, for the copies of people that figures keep
 * (figures/following).
 */
const journal = (tx: Writer, teacherIds: readonly number[]) =>
  tx.query(sql`insert into teacher_journal (teacher_id) select unnest(${[...teacherIds]}::int[])`)

/**
 * Lines of the journal older than so many days: every copy of people has read them. The newest one stays, as
 * a mark.
 */
export const forgottenJournal = (days: number): ForgettingRule => ({
  table: 'teacher_journal',
  oldest: sql`x.id`,
  where: sql`t.at < now() - make_interval(days => ${days}) and t.id < (select max(n.id) from teacher_journal n)`,
})

/** Tells of teachers whose rows are new. */
export async function tellAdded(tx: Writer, teacherIds: readonly number[]): Promise<void> {
  await journal(tx, teacherIds)
  await tx.query(sql`select roster_tell_teachers(${sql.json(teacherIds.map((id) => ({ id })))})`)
}

/** Tells that a phone or a mail address of a person changed. */
export async function tellReached(tx: Tx, personId: number): Promise<void> {
  await tx.query(sql`select roster_person_changed(${personId}::int)`)
}

/** Tells that a person is no teacher here any more: the row of the teacher was deleted. */
export async function tellGone(
  tx: Writer,
  { personId, teacherId }: { readonly personId: number; readonly teacherId: number },
): Promise<void> {
  await journal(tx, [teacherId])
  await tx.query(sql`select roster_person_gone(${personId}::int)`)
}

/** Updates institutions, and tells of those whose facts changed. */
export async function changeInstitutions(
  tx: Tx,
  { which, sets, from = sql.empty }: RowsChanged,
): Promise<void> {
  const rows = await tx.query<{ id: number; changed: boolean }>(sql`
    with was as materialized (
      select id, ${ofInstitution}
      from institution
      where ${which}
      order by id
      for no key update)
    update institution t
    set ${sets}
    from was ${from}
    where t.id = was.id
    returning t.id,
      (${columnsOf(ofInstitution, 't')}) is distinct from (${columnsOf(ofInstitution, 'was')}) as changed`)
  const ids = rows.flatMap(({ id, changed }) => (changed ? [id] : []))
  if (ids.length > 0) await tx.query(sql`select roster_institutions_changed(${ids}::int[])`)
}

/** Tells of an institution whose row is new. */
export async function tellFounded(tx: Tx, institutionId: number): Promise<void> {
  await tx.query(sql`select roster_tell_institutions(${[institutionId]}::int[])`)
}
