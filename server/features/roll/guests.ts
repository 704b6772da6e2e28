import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Guest, guestPage, guestQuery } from '../../../catalogue/contract/archive/guests.ts'
import type { Engine } from '../../engine/engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

const today = sql`(now() at time zone 'Asia/Shanghai')::date`

/**
 * Memberships `m` by which a school reads archives of people who belong elsewhere (features/archives/guests).
 */
const stays = ({ institutionId }: Actor, which: z.output<typeof guestQuery>['which']): Sql =>
  which === 'here'
    ? sql`m.institution_id = ${institutionId} and m.kind = 'teaching' and m.from_on <= ${today}
        and (m.to_on is null or m.to_on >= ${today})`
    : sql`m.institution_id = ${institutionId} and m.kind = 'personnel' and m.to_on < ${today}`

/** A statement of one page of guests, those who came or left last first; `total` in every row. */
export const guestsStatement = (
  actor: Actor,
  { which, page, pageSize }: z.output<typeof guestQuery>,
): Sql => sql`
  select t.id as "teacherId", t.name, i.name as institution, s.from_on::text as from, s.to_on::text as to, s.total
  from (
    select m.teacher_id, m.from_on, m.to_on, count(*) over ()::int as total
    from membership m
    where ${stays(actor, which)}
    order by m.to_on desc nulls first, m.teacher_id
    limit ${pageSize} offset ${(page - 1) * pageSize}) s
  join teacher t on t.id = s.teacher_id
  left join institution i on i.id = t.institution_id
  order by s.to_on desc nulls first, t.id`

/**
 * A page of the teachers who are at a school for a time, or were there before. Each is noted as a reading.
 */
export async function guestsOf(
  engine: Engine,
  actor: Actor,
  query: z.output<typeof guestQuery>,
): Promise<z.input<typeof guestPage>> {
  const rows = await engine.db.query<Guest & { total: number }>(guestsStatement(actor, query))
  await engine.readings.note(
    actor,
    { kind: 'roster' },
    rows.map(({ teacherId }) => teacherId),
  )
  const { page, pageSize } = query
  return { list: rows.map(({ total: _all, ...one }) => one), total: rows[0]?.total ?? 0, page, pageSize }
}
