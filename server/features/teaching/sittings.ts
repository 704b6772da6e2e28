import type { Actor } from '../../../catalogue/access/access.ts'
import type { SittingList } from '../../../catalogue/contract/teaching/activities.ts'
import { linesOf } from '../../../catalogue/processes/research-activity-fields.ts'
import type { PresenceRules } from '../../../catalogue/presence/rules.ts'
import { sittingCounts } from '../../../catalogue/teaching/sittings.ts'
import { heldBy, type CampaignRow } from '../../engine/campaigns/index.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import {
  cancelSession,
  countSession,
  openBook,
  putSession,
  sessionsOf,
  type Mark,
  type Session,
} from '../../engine/presence/index.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

/** A sitting of an activity, with what the activity calls it. */
export interface ActivitySession extends Session {
  readonly title: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** A date and time field of the notice, in milliseconds: the portal's time zone has no summer time. */
const moment = (value: unknown): number => Date.parse(`${text(value)}:00+08:00`)

const planOf = (value: CampaignRow['value']) =>
  linesOf(value['sittings']).map((one) => ({
    title: text(one['title']),
    startsAt: moment(one['startsAt']),
    endsAt: moment(one['endsAt']),
    place: text(one['place']) || text(value['place']),
    tenths: Math.round(10 * Number(one['hours'] ?? 0)),
  }))
type SittingLine = ReturnType<typeof planOf>[number]

/** Codes are taken while a sitting goes on; whether one counts is decided by its half when it is archived. */
const rules: PresenceRules = {
  lateAfter: 240,
  closesAfter: 480,
  latesPerAbsence: 0,
  leastAttendance: 0,
  signOut: false,
}

/** The sittings of an activity that were not cancelled, in their order. */
export async function sittingsOf(db: Queryable, activityId: string): Promise<ActivitySession[]> {
  const [planned, said] = await Promise.all([
    sessionsOf(db, activityId),
    db.query<{ id: string; title: string }>(sql`
      select id, title from teaching_sitting where campaign_id = ${activityId}::uuid`),
  ])
  const titles = new Map(said.map(({ id, title }) => [id, title]))
  return planned.flatMap((one) => (one.cancelled ? [] : [{ ...one, title: titles.get(one.sessionId) ?? '' }]))
}

/** By what a line is known again: as it was, moved in time, or renamed. */
const likeness: readonly ((line: Pick<SittingLine, 'title' | 'startsAt'>) => string)[] = [
  ({ title, startsAt }) => `${title}|${startsAt}`,
  ({ title }) => title,
  ({ startsAt }) => String(startsAt),
]

/**
 * Makes the sessions of presence those that the activity says. What is gone is cancelled; once there are
 * marks, the times of a sitting stay (engine/presence refuses).
 */
export async function followSittings(tx: Tx, { id, value }: CampaignRow): Promise<void> {
  await openBook(tx, id, rules)
  const left = new Set(await sittingsOf(tx, id))
  const same = new Map<SittingLine, ActivitySession>()
  const lines = planOf(value)
  for (const like of likeness)
    for (const line of lines.filter((one) => !same.has(one))) {
      const found = [...left].find((one) => like(one) === like(line))
      if (!found) continue
      same.set(line, found)
      left.delete(found)
    }
  for (const { sessionId } of left)
    await cancelSession(tx, { eventId: id, sessionId }, { reason: '场次已改', now: Date.now() })
  for (const line of lines) {
    const before = same.get(line)
    if (before && (Object.keys(line) as (keyof SittingLine)[]).every((key) => before[key] === line[key]))
      continue
    const { title, ...plan } = line
    const sessionId = before?.sessionId ?? uuidv7()
    await putSession(tx, { ...plan, eventId: id, sessionId })
    await tx.execute(sql`
      insert into teaching_sitting (campaign_id, id, title) values (${id}::uuid, ${sessionId}::uuid, ${title})
      on conflict (campaign_id, id) do update set title = excluded.title`)
  }
}

/** The marks of people coming to each sitting, by person. */
export async function marksOf(
  db: Queryable,
  sittings: readonly ActivitySession[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, Mark>>> {
  const counted = await Promise.all(
    sittings.map(async (one) => {
      const { marks } = await countSession(db, one)
      const came = marks.filter(({ way }) => way === 'in')
      return [one.sessionId, new Map(came.map((mark) => [mark.teacherId, mark]))] as const
    }),
  )
  return new Map(counted)
}

/** The sittings that count for somebody. */
export const attended = (
  sittings: readonly ActivitySession[],
  marks: Awaited<ReturnType<typeof marksOf>>,
  teacherId: number,
): ActivitySession[] => sittings.filter((one) => sittingCounts(one, marks.get(one.sessionId)?.get(teacherId)))

/** The sittings of activities that the actor's institution holds, from a week ago on. */
export async function ownSittings(db: Queryable, actor: Actor): Promise<SittingList> {
  const minute = (moment: ReturnType<typeof sql>) =>
    sql`to_char(${moment} at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI')`
  const list = await db.query<SittingList['list'][number]>(sql`
    select s.id, s.title, c.id as "activityId", c.title as activity, ${minute(sql`p.starts_at`)} as "startsAt",
      ${minute(sql`p.ends_at`)} as "endsAt", p.place,
      (select count(*)::int from presence_mark m
        where m.event_id = c.id and m.session_id = s.id and m.way = 'in' and m.status in ('1', '2', '3')) as came,
      (select count(*)::int from ${caseRows} k
        where k.campaign_id = c.id and k.type = 'activityPlace' and k.state in ('confirmed', 'recorded', 'missed'))
        as expected
    from campaign c
      join teaching_sitting s on s.campaign_id = c.id
      join presence_session p on p.event_id = c.id and p.id = s.id and p.cancelled_at is null
    where c.type = 'researchActivity' and c.state not in ('draft', 'cancelled') and ${heldBy(actor)}
      and p.starts_at > now() - interval '7 days'
    order by p.starts_at, s.id limit 200`)
  return { list }
}
