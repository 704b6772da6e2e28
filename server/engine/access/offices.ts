import type { Actor } from '../../../catalogue/access/access.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

const offices = [
  { role: 3, column: 'institution_id' },
  { role: 4, column: 'district_id' },
  { role: 5, column: 'city_id' },
  { role: 6, column: 'province_id' },
] as const

/**
 * Condition that the actor's office decides a matter about a teacher: the office is over the teacher, and no
 * office below it, from role `from` upwards, has anybody else to act. Nobody decides about themselves.
 * @param row alias of a scoped row with `owner_id`
 */
export function isForOffice(actor: Actor, row: string, from: number): Sql {
  const own = offices.find(({ role }) => role === actor.role)
  if (!own || actor.role < from) return sql`false`
  const person = sql`(select o.person_id from teacher o where o.id = ${sql.id(row, 'owner_id')})`
  const below = offices.filter(({ role }) => role >= from && role < actor.role)
  const staffed = below.map(
    ({ role, column }) => sql`exists (select 1
        from identity s
        where s.institution_id = ${sql.id(row, column)} and s.role = ${sql.lit(role)}
      and s.state = ${sql.lit('enabled')} and s.person_id <> ${person})`,
  )
  return sql`(${sql.id(row, own.column)} = ${actor.institutionId} and ${person} <> ${actor.personId}
    ${staffed.length === 0 ? sql.empty : sql`and not (${sql.join(staffed, ' or ')})`})`
}
