import type { Actor } from '../../../catalogue/access/access.ts'
import type { Engine } from '../../engine/engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** The institution one step below the reader's office to which a teacher `t` belongs. */
export const stepBelow = ({ role }: Pick<Actor, 'role'>): Sql =>
  role === 6
    ? sql`coalesce(t.city_id, t.institution_id)`
    : role === 5
      ? sql`coalesce(t.district_id, t.institution_id)`
      : sql`t.institution_id`

/** Types that the school keeps and the teacher only reads: nobody but the school can complete them. */
export const schoolTypes = ({ records }: Pick<Engine, 'records'>): string[] =>
  Object.values(records)
    .filter(({ regime }) => regime === 'recorded')
    .map(({ name }) => name)

/** The page of tasks of an office, and of one task. */
const prefixes: Readonly<Record<number, string>> = { 3: '/school', 4: '/area', 5: '/city', 6: '/province' }
export const taskPath = (role: number, id: string): string | null => {
  const prefix = prefixes[role]
  return prefix === undefined ? null : `${prefix}/caijiRenwu?task=${id}`
}
