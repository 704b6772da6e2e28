import type { Queryable } from '../../engine/engine.ts'
import type { ListedPerson, SessionKey, SessionOwner } from '../../engine/presence/index.ts'
import { caseRows, roleAt } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'

/** States in which somebody is expected at the sittings of an activity, or was. */
export const expected: readonly string[] = ['confirmed', 'recorded', 'missed']

/** Places `k` of people who are expected at the sitting `s`. */
const expectedAt = sql`
  ${caseRows} k
  join teaching_sitting s on s.campaign_id = k.campaign_id
  where k.type = 'activityPlace' and k.state = any(${[...expected]}::text[])`

/** The page of sittings of an office, by role. */
const ledAt: Readonly<Record<number, string>> = {
  4: '/area/jyqd',
  5: '/city/jyqd',
  6: '/province/jyqd',
}

/** Sittings of activities: the institution that holds the activity leads them. */
export const activitySittings: SessionOwner = {
  single: false,
  titleOf: async (db, { eventId, sessionId }) => {
    const found = await db.maybeOne<{ title: string; institution: string; host: number; over: boolean }>(sql`
      select c.title || ' · ' || s.title as title, i.name as institution, c.institution_id as host,
        c.state = 'cancelled' as over
      from teaching_sitting s
        join campaign c on c.id = s.campaign_id
        join institution i on i.id = c.institution_id
      where s.campaign_id = ${eventId}::uuid and s.id = ${sessionId}::uuid`)
    if (!found || found.over) return undefined
    const { title, institution, host } = found
    return {
      title,
      institution,
      ledAt: ledAt[await roleAt(db, host)] ?? '/school/jyqd',
      isLedBy: ({ role, institutionId }) => role >= 3 && role <= 6 && institutionId === host,
    }
  },
  expectedAt: (db, key) => peopleAt(db, key),
  isExpected: async (db, { eventId, sessionId }, teacherId) => {
    const found = await db.query(sql`
      select 1 from ${expectedAt} and s.campaign_id = ${eventId}::uuid and s.id = ${sessionId}::uuid
        and k.teacher_id = ${teacherId} limit 1`)
    return found.length > 0
  },
  sessionsOf: async (db, teacherId, most) => {
    const rows = await db.query<{ id: string }>(sql`
      select s.id from ${expectedAt} and k.teacher_id = ${teacherId}
        and exists (select 1 from campaign c where c.id = s.campaign_id and c.state <> 'cancelled')
      order by (select p.starts_at from presence_session p where p.event_id = s.campaign_id and p.id = s.id) desc, s.id
      limit ${most}`)
    return rows.map(({ id }) => id)
  },
  // The host sees the correction; what was archived is opened again by the host.
  settled: async () => undefined,
}

const peopleAt = (db: Queryable, { eventId, sessionId }: SessionKey): Promise<ListedPerson[]> =>
  db.query<ListedPerson>(sql`
    select e."teacherId", t.name, coalesce(i.name, '') as institution
    from (
      select distinct k.teacher_id as "teacherId"
      from ${expectedAt} and s.campaign_id = ${eventId}::uuid and s.id = ${sessionId}::uuid) e
      join teacher t on t.id = e."teacherId"
      left join institution i on i.id = t.institution_id
    order by t.name_sort, t.id`)
