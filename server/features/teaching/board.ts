import type { Actor } from '../../../catalogue/access/access.ts'
import type { ActivityBoard, ActivityPerson } from '../../../catalogue/contract/teaching/activities.ts'
import { sittingCounts } from '../../../catalogue/teaching/sittings.ts'
import { scopeCondition } from '../../engine/access/index.ts'
import type { HostedRow } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import type { Mark } from '../../engine/presence/index.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { faceOf } from './face.ts'
import { lacksForArchive } from './archiving.ts'
import { standingsOf } from './standings.ts'
import { attended, marksOf, sittingsOf, type ActivitySession } from './sittings.ts'

/** People that one page shows; the others are counted. */
const mostPeople = 500

type Row = Omit<ActivityPerson, 'attended'>

/** What the host of an activity works with. Other offices see their own people. */
export async function boardOf(db: Queryable, actor: Actor, activity: HostedRow): Promise<ActivityBoard> {
  const { id, value, isMine, state } = activity
  const [sittings, people, { used, total }] = await Promise.all([
    sittingsOf(db, id),
    db.query<Row>(sql`
      select k.id, k.teacher_id as "teacherId", t.name, coalesce(i.name, '') as institution, k.state,
        k.value ->> 'memberRole' as "memberRole", k.value ->> 'lessonTitle' as "lessonTitle",
        k.value ->> 'speechTitle' as "speechTitle", (k.value ->> 'seatNo')::int as "seatNo",
        coalesce((k.value ->> 'walkedIn')::boolean, false) as "walkedIn"
      ${placesOf(actor, activity)}
      order by (k.value ->> 'lessonTitle') is null, i.name_sort, t.name_sort, t.id limit ${mostPeople}`),
    db.one<{ used: number; total: number }>(sql`
      select count(*)::int as total,
        (select coalesce(sum(p.used), 0)::int from seat_pool p where p.event_id = ${id}::uuid) as used
      ${placesOf(actor, activity)}`),
  ])
  const marks = await marksOf(db, sittings)
  const cameTo = (teacherId: number) => attended(sittings, marks, teacherId)
  const own = new Set(people.map(({ teacherId }) => teacherId))
  const count = (one: string) => people.filter((person) => person.state === one).length
  return {
    mine: isMine,
    face: await faceOf(db, id),
    lead: isMine ? await leadShown(db, activity) : null,
    places: {
      quota: Number(value['quota'] ?? 0),
      used,
      waiting: count('waitlisted') + count('offered'),
      invited: count('invited'),
      schoolCap: typeof value['schoolCap'] === 'number' ? value['schoolCap'] : null,
    },
    sittings: sittings.map((sitting) =>
      sittingLine(sitting, [...(marks.get(sitting.sessionId)?.values() ?? [])], own),
    ),
    people: people.map((person) => ({
      ...person,
      attended: cameTo(person.teacherId).map(({ sessionId }) => sessionId),
    })),
    more: total - people.length,
    archive:
      isMine && ['ongoing', 'ended'].includes(state)
        ? {
            ...foreseen(
              people.filter((one) => one.state === 'confirmed'),
              cameTo,
            ),
            lacks: await lacksForArchive(db, activity),
          }
        : null,
  }
}

/** Who leads the activity in the host's name. */
async function leadShown(db: Queryable, { id, institutionId }: HostedRow): Promise<ActivityBoard['lead']> {
  const lead = await db.maybeOne<{ teacherId: number; name: string }>(sql`
    select l.teacher_id as "teacherId", t.name from campaign_lead l join teacher t on t.id = l.teacher_id
    where l.campaign_id = ${id}::uuid`)
  if (!lead) return null
  const standings = await standingsOf(db, lead.teacherId)
  return { ...lead, mayAct: standings.some((one) => one.institutionId === institutionId) }
}

/** A sitting with how many of the reader's people came, and for how many it counts. */
function sittingLine(
  sitting: ActivitySession,
  marks: readonly Mark[],
  own: ReadonlySet<number>,
): ActivityBoard['sittings'][number] {
  const { sessionId, title, startsAt, endsAt, place, tenths } = sitting
  const here = marks.filter(({ teacherId }) => own.has(teacherId))
  return {
    id: sessionId,
    title,
    startsAt,
    endsAt,
    place,
    hours: tenths / 10,
    came: here.filter(({ status }) => ['1', '2', '3'].includes(status)).length,
    counts: here.filter((mark) => sittingCounts(sitting, mark)).length,
    doubts: here.filter(({ status }) => status === '7').length,
  }
}

const placesOf = (actor: Actor, { id, isMine }: HostedRow) => sql`
  from ${caseRows} k
    join teacher t on t.id = k.teacher_id
    left join institution i on i.id = t.institution_id
  where k.campaign_id = ${id}::uuid and k.type = 'activityPlace' and k.handed_in
    and k.state <> 'cancelled' ${isMine ? sql.empty : sql`and ${scopeCondition(actor, 't')}`}`

/** What archiving would write of these people. */
function foreseen(
  people: readonly Row[],
  cameTo: (teacherId: number) => readonly { readonly tenths: number }[],
) {
  const came = people.filter(({ teacherId }) => cameTo(teacherId).length > 0)
  const lessons = came.filter(({ lessonTitle }) => lessonTitle !== null).length
  const tenths = came.reduce(
    (sum, { teacherId }) => sum + cameTo(teacherId).reduce((of, one) => of + one.tenths, 0),
    0,
  )
  return {
    activityRecords: came.length - lessons,
    lessonRecords: lessons,
    absent: people.length - came.length,
    hours: tenths / 10,
  }
}
