import { schoolNumbers, subjectQuotas } from '../../../catalogue/figures/students.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import { snake, tableName } from '../schema/index.ts'
import type { Tree } from './places.ts'

/** Students and classes of one school in one stage. */
export interface SchoolNumbers {
  /** Position of the school. */
  readonly at: number
  readonly stage: string
  readonly students: number
  readonly classes: number
}

/** What every school has in a school year, by the values in force now. */
async function loadStudents(
  db: Queryable,
  tree: Tree,
  schoolYear: number,
): Promise<readonly SchoolNumbers[]> {
  const column = (key: string) => sql.id('r', snake(key))
  const { record, year, stage, students, classes } = schoolNumbers
  const rows = await db.query<{ owner_id: number; stage: string; students: number; classes: number }>(sql`
    select r.owner_id, ${column(stage)} as stage, coalesce(sum(${column(students)}), 0)::int as students,
      coalesce(sum(${column(classes)}), 0)::int as classes
    from ${sql.id(tableName(record))} r
    where r.voided_at is null and ${column(year)} = ${schoolYear} and ${column(stage)} is not null
    group by r.owner_id, ${column(stage)}`)
  return rows.flatMap(({ owner_id: owner, ...numbers }) => {
    const at = tree.positionOf(owner)
    return at < 0 ? [] : [{ at, ...numbers }]
  })
}

/** What an institution was granted of one subject. */
export interface SubjectQuota {
  /** Position of the institution. */
  readonly at: number
  /** Code of dictionary subject. */
  readonly subject: string
  readonly quota: number
}

/**
 * The quotas of every institution: those of the newest school year that has begun, by the values in force
 * now.
 */
async function loadQuotas(db: Queryable, tree: Tree, schoolYear: number): Promise<readonly SubjectQuota[]> {
  const { record, year, subject, quota } = subjectQuotas
  const column = (key: string) => sql.id('r', snake(key))
  const rows = await db.query<{ owner_id: number; subject: string; quota: number }>(sql`
    select q.owner_id, q.subject, sum(q.quota)::int as quota
    from (
      select r.owner_id, ${column(subject)} as subject, ${column(quota)} as quota,
        ${column(year)} = max(${column(year)}) over (partition by r.owner_id) as is_newest
      from ${sql.id(tableName(record))} r
      where r.voided_at is null and ${column(year)} <= ${schoolYear} and ${column(quota)} is not null) q
    where q.is_newest
    group by q.owner_id, q.subject`)
  return rows.flatMap(({ owner_id: owner, ...granted }) => {
    const at = tree.positionOf(owner)
    return at < 0 ? [] : [{ at, ...granted }]
  })
}

/** Figures that an institution has once, not for each stage. */
export interface OfSchools {
  readonly students: readonly SchoolNumbers[]
  readonly quotas: readonly SubjectQuota[]
}

export async function loadSchools(db: Queryable, tree: Tree, schoolYear: number): Promise<OfSchools> {
  return {
    students: await loadStudents(db, tree, schoolYear),
    quotas: await loadQuotas(db, tree, schoolYear),
  }
}
