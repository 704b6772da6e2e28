import { AppError } from '../../../../catalogue/errors.ts'
import { supportEntry } from '../../../../catalogue/processes/support-entry.ts'
import { supportEntryKinds as kinds } from '../../../../catalogue/support/kinds.ts'
import { actorOfIdentity } from '../../../engine/access/index.ts'
import type { CampaignRow } from '../../../engine/campaigns/index.ts'
import type { Queryable, Tx } from '../../../engine/engine.ts'
import { beginOfficeCase, caseRows, type CaseNeeds } from '../../../engine/processes/index.ts'
import { joined } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import { pairsOf } from '../agreements/pairs.ts'

interface Present {
  readonly name: string
  readonly org: string
  readonly task: string | null
  readonly institutionId: number | null
}

/** Most people whom a drafted entry names; the others are counted. */
const mostNamed = 50

/** Whoever had a place in an activity: those who taught or spoke first. */
const peopleIn = (db: Queryable, activityId: string): Promise<Present[]> =>
  db.query<Present>(sql`
    select t.name, coalesce(i.name, '') as org, coalesce(p.value ->> 'lessonTitle', p.value ->> 'speechTitle') as task,
      t.institution_id as "institutionId"
    from ${caseRows} p
      join teacher t on t.id = p.teacher_id
      left join institution i on i.id = t.institution_id
    where p.campaign_id = ${activityId}::uuid and p.type = 'activityPlace' and p.state in ('confirmed', 'recorded')
    order by p.value ->> 'lessonTitle' is null, p.value ->> 'speechTitle' is null, t.name_sort, t.id limit 500`)

const dayOf = (moment: unknown): string => String(moment).slice(0, 10)

/** The kind of entry that an activity becomes. */
function kindOf(activityKind: unknown, hasLessons: boolean): string {
  if (activityKind === '04') return kinds.sameLesson
  if (activityKind === '07') return kinds.lecture
  if (activityKind === '10') return kinds.online
  return hasLessons ? kinds.lessons : kinds.other
}

/**
 * Drafts the entry of an activity that was archived and names a partner, in the name of its host; drafted once. The
 * host looks at it and hands it in. Nothing is drafted without an agreement of that day.
 */
export async function draftFromActivity(
  { db }: Pick<CaseNeeds, 'db'>,
  tx: Tx,
  activity: CampaignRow,
): Promise<void> {
  const { id, institutionId, value, title } = activity
  const partner = value['supportPartner']
  const day = dayOf(value['startTime'])
  if (typeof partner !== 'number') return
  const [pair] = (await pairsOf(tx, { from: day, of: [institutionId] })).filter(
    ({ supporterId, supportedId }) => supporterId === partner || supportedId === partner,
  )
  const { by } = await tx.one<{ by: number }>(
    sql`select by_identity as by from campaign where id = ${id}::uuid`,
  )
  const before = await tx.maybeOne(sql`
    select 1 from ${caseRows} k
    where k.type = ${supportEntry.name} and k.institution_id = ${institutionId} and k.value ->> 'activityId' = ${id}
      and k.state <> 'withdrawn'
    limit 1`)
  const actor = (await actorOfIdentity(tx, by))?.actor
  if (!pair || before || !actor) return
  const people = await peopleIn(tx, id)
  const lessons = people.filter(({ task }) => task !== null)
  const named = people
    .filter(({ task, institutionId: at }) => task !== null || at === pair.supporterId)
    .slice(0, mostNamed)
  await beginOfficeCase(
    { db: joined(db, tx) },
    {
      actor,
      definition: supportEntry,
      ofCase: pair.caseId,
      given: {
        title: title.slice(0, 100),
        entryKind: kindOf(value['activityKind'], lessons.length > 0),
        fromOn: day,
        toOn: dayOf(value['endTime']),
        place: value['place'] ?? null,
        people: named.map(({ name, org, task }) => ({
          name,
          org,
          task: task?.slice(0, 100) ?? null,
          hours: null,
        })),
        subject: Array.isArray(value['subject']) ? (value['subject'][0] ?? null) : null,
        lessons: lessons.length > 0 ? lessons.length : null,
        content: plain(value['summary']),
        partner,
        activityId: id,
      },
    },
  )
}

/** A summary without its markup. */
const plain = (markup: unknown): string =>
  String(markup ?? '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 2_000)

/** Refuses to open an archived activity again whose entry the other side has before it, or has confirmed. */
export async function requireNoEntry(tx: Tx, activityId: string): Promise<void> {
  const entry = await tx.maybeOne<{ title: string }>(sql`
    select k.value ->> 'title' as title from ${caseRows} k
    where k.type = ${supportEntry.name} and k.value ->> 'activityId' = ${activityId}
      and k.state in ('pending', 'confirmed')
    limit 1`)
  if (entry)
    throw new AppError('wrongState', {
      message: `本次活动的帮扶台账“${entry.title}”已经送对方确认，请先撤销或修改台账，再撤销归档`,
    })
}
