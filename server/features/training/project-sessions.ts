import type { Queryable } from '../../engine/engine.ts'
import type { ListedPerson, SessionKey, SessionOwner } from '../../engine/presence/index.ts'
import { caseRows, roleAt } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'

/** States in which somebody is expected at the sessions of a project, or was. */
export const attending: readonly string[] = ['confirmed', 'learning', 'qualified', 'unqualified']

/** Entries `k` of people who are expected at the session `s`: those of its class. */
const expectedAt = sql`
  ${caseRows} k
  join training_session s on s.campaign_id = k.campaign_id
    and (s.class_name = '' or s.class_name = k.value ->> 'className')
  where k.type = 'trainingEnrolment' and k.state = any(${[...attending]}::text[])`

/** The timetable of an office, by role. */
const ledAt: Readonly<Record<number, string>> = {
  4: '/area/ltkcgl',
  5: '/city/ltkcgl',
  6: '/province/ltkcgl',
}

/** Sessions of training projects: the office that holds the project leads them. */
export const projectSessions: SessionOwner = {
  single: false,
  titleOf: async (db, { eventId, sessionId }) => {
    const found = await db.maybeOne<{ title: string; institution: string; host: number; over: boolean }>(sql`
      select c.title || ' · ' || s.title as title, i.name as institution, c.institution_id as host,
        c.state = 'cancelled' as over
      from training_session s
        join campaign c on c.id = s.campaign_id
        join institution i on i.id = c.institution_id
      where s.campaign_id = ${eventId}::uuid and s.id = ${sessionId}::uuid`)
    if (!found || found.over) return undefined
    const { title, institution, host } = found
    return {
      title,
      institution,
      ledAt: ledAt[await roleAt(db, host)] ?? '/school/ltkcgl',
      isLedBy: ({ role, institutionId }) => role >= 3 && role <= 6 && institutionId === host,
    }
  },
  expectedAt: (db, key) => peopleAt(db, key),
  isExpected: async (db, key, teacherId) => {
    const found = await db.query(sql`
      select 1 from ${expectedAt} and s.campaign_id = ${key.eventId}::uuid and s.id = ${key.sessionId}::uuid
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
  // Who passed is decided by the office that holds the project, which sees the correction.
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
