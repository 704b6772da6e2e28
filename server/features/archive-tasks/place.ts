import type { Role } from '../../../catalogue/access/roles.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
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

/** The page of one task for an office. */
export const taskPath = (role: Role, id: string): string => `${pathOfPage(role, 'archive-tasks')}?task=${id}`
