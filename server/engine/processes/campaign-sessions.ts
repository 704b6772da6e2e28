import type { Actor } from '../../../catalogue/access/access.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import type { ListedPerson, SessionKey, SessionOwner } from '../presence/index.ts'
import { caseRows } from './row.ts'

/** Sessions of a kind of campaign, for whose entries they are. */
export interface CampaignSessions {
  /** The table of the sessions: `s` with campaign_id, id and title. */
  readonly table: string
  /** The process of the entries `k`, and the states in which somebody is expected, or was. */
  readonly entries: string
  readonly expected: readonly string[]
  /** Further condition between `s` and `k`. */
  readonly among?: Sql
  /** Who leads a session beside the institution that holds the campaign. */
  readonly leaders?: (db: Queryable, key: SessionKey) => Promise<(actor: Actor) => boolean>
  /** Last part of the page on which they are led. */
  readonly page: string
}

const prefixes: Readonly<Record<number, string>> = {
  2: '/teacher',
  3: '/school',
  4: '/area',
  5: '/city',
  6: '/province',
}

/** What a session is called, and who leads it: the institution that holds the campaign, and whom it names beside. */
const titleIn =
  ({ table, leaders, page }: CampaignSessions): SessionOwner['titleOf'] =>
  async (db, key) => {
    const found = await db.maybeOne<{ title: string; institution: string; host: number; over: boolean }>(sql`
      select c.title || ' · ' || s.title as title, i.name as institution, c.institution_id as host,
        c.state = 'cancelled' as over
      from ${sql.id(table)} s
        join campaign c on c.id = s.campaign_id
        join institution i on i.id = c.institution_id
      where s.campaign_id = ${key.eventId}::uuid and s.id = ${key.sessionId}::uuid`)
    if (!found || found.over) return undefined
    const { title, institution, host } = found
    const leadsBeside = await leaders?.(db, key)
    const isHeldBy = ({ role, institutionId }: Actor) => role >= 3 && role <= 6 && institutionId === host
    return {
      title,
      institution,
      ledAt: ({ role }) => `${prefixes[role] ?? '/school'}/${page}`,
      isHeldBy,
      isLedBy: (actor) => isHeldBy(actor) || leadsBeside?.(actor) === true,
    }
  }

/** Sessions that the institution leads which holds the campaign. */
export function campaignSessions(of: CampaignSessions): SessionOwner {
  const { table, entries, expected, among } = of
  const sessions = sql.id(table)
  const expectedAt = sql`
    ${caseRows} k
    join ${sessions} s on s.campaign_id = k.campaign_id ${among ? sql`and ${among}` : sql.empty}
    where k.type = ${entries} and k.state = any(${[...expected]}::text[])`
  const peopleAt = (db: Queryable, { eventId, sessionId }: SessionKey): Promise<ListedPerson[]> =>
    db.query<ListedPerson>(sql`
      select e."teacherId", t.name, coalesce(i.name, '') as institution
      from (
        select distinct k.teacher_id as "teacherId"
        from ${expectedAt} and s.campaign_id = ${eventId}::uuid and s.id = ${sessionId}::uuid) e
        join teacher t on t.id = e."teacherId"
        left join institution i on i.id = t.institution_id
      order by t.name_sort, t.id`)
  return {
    single: false,
    titleOf: titleIn(of),
    expectedAt: peopleAt,
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
        order by (select p.starts_at from presence_session p where p.event_id = s.campaign_id and p.id = s.id) desc,
          s.id
        limit ${most}`)
      return rows.map(({ id }) => id)
    },
    // What follows from presence is decided by the office that holds the campaign, which sees the correction.
    settled: async () => undefined,
  }
}
