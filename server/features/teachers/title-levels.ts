import { followTitleLevels, type TitleLevel } from '../../engine/directory/index.ts'
import type { Database, Queryable } from '../../engine/engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'

/** Teachers that one statement compares. */
const batch = 20_000

/**
 * Reads the title levels of basic information in force that the teachers' rows do not repeat yet.
 * @param which condition on the row `t` of the teacher
 */
export const titleLevelsThatDiffer = (db: Queryable, which: Sql): Promise<TitleLevel[]> =>
  db.query<TitleLevel>(sql`
    select t.id, b.title_level as level
    from teacher t
    join rec_basic_info b on b.owner_id = t.id and b.voided_at is null
    where ${which} and t.title_level is distinct from b.title_level
    order by t.id`)

/**
 * Fills the level of teachers who were loaded without one or whose appointment took effect before rows
 * repeated it. Goes through all teachers once a day, some at a time.
 */
export function titleLevelsJob(db: Database): KeptJob {
  let after = 0
  return {
    name: 'teachers.title-levels',
    label: '职称级别整理',
    every: 86_400,
    run: async () => {
      const { last } = await db.one<{ last: number | null }>(sql`
        select max(id) as last
        from (select id from teacher where id > ${after} order by id limit ${batch}) next`)
      if (last === null) {
        after = 0
        return false
      }
      const levels = await titleLevelsThatDiffer(db, sql`t.id > ${after} and t.id <= ${last}`)
      if (levels.length > 0) await db.transaction((tx) => followTitleLevels(tx, levels))
      after = last
      return true
    },
  }
}
