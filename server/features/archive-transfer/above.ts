import type { Actor } from '../../../catalogue/access/access.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** The authority above an office, whose people may agree in the place of a colleague. */
export interface Above {
  readonly id: number
  readonly name: string
  readonly role: number
}
const roleOfPlace: Readonly<Record<string, number>> = { district: 4, city: 5, province: 6 }

/** Finds the authority above an office; null for a province. */
export async function aboveOf(db: Queryable, { institutionId }: Actor): Promise<Above | null> {
  const row = await db.maybeOne<{ id: number; name: string; level: string }>(sql`
    select up.id, up.name, up.level
    from institution i
    join institution up on up.id = i.parent_id
    where i.id = ${institutionId}`)
  const role = row && roleOfPlace[row.level]
  return row && role !== undefined ? { id: row.id, name: row.name, role } : null
}

/** The offices whose people may agree, in words. */
export const officesOf = ({ institution }: Actor, above: Above | null): string[] => [
  `${institution}的其他人员`,
  ...(above ? [above.name] : []),
]
