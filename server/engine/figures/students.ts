import { schoolNumbers } from '../../../catalogue/figures/students.ts'
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
export async function loadStudents(
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
