import { scopeOf, type Actor } from '../../../catalogue/access/access.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { nameFound } from '../names/index.ts'
import { placeCondition, scopeCondition, type Place } from './scope.ts'

/**
 * Condition on a row of `teacher`: its name is meant by `q` (`nameFound`). Served by the index teacher_found
 * (migration 0172) whatever the scope.
 * @param alias of the row of `teacher`
 * @param q not empty
 * @param place the institution the search is narrowed to
 */
export function called(actor: Actor, alias: string, q: string, place: Place | null = null): Sql {
  const scope = scopeOf(actor)
  const city = scope?.column === 'cityId' ? scope.value : place?.column === 'city_id' ? place.id : null
  return nameFound(alias, 'teacher', q, city)
}

/**
 * Teachers `t` that fulfil a condition with `called` in it. `offset 0` keeps the planner from walking the
 * index of names until twenty teachers fit: people of one surname stand together in it, perhaps at its end.
 */
export function teachersWhere(condition: Sql): Sql {
  return sql`(select t.* from teacher t where ${condition} offset 0) t`
}

/** Teachers of the actor's scope with this name: `(select id …)`. */
export function calledTeachers(actor: Actor, q: string, place: Place | null = null): Sql {
  const narrowed = place ? sql`and ${placeCondition(place, 'n')}` : sql.empty
  return sql`(select n.id
      from teacher n
      where ${scopeCondition(actor, 'n', 'id')} ${narrowed} and ${called(actor, 'n', q, place)}
      offset 0)`
}

/** Most teachers of one name whose records are searched. */
const mostCalled = 5_000

/**
 * The teachers of the actor's scope with this name. More than five thousand are refused: 400 with the field
 * `q`.
 */
export async function teachersCalled(
  db: Queryable,
  actor: Actor,
  q: string,
  place: Place | null = null,
): Promise<number[]> {
  const found = await db.query<{ id: number }>(
    sql`select id from ${calledTeachers(actor, q, place)} n limit ${mostCalled + 1}`,
  )
  if (found.length <= mostCalled) return found.map(({ id }) => id)
  const message = `姓名符合“${q}”的教师太多，请把姓名写完整`
  throw invalid('q', message)
}
