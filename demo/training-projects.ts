import { trainingEnrolment } from '../catalogue/processes/training-enrolment.ts'
import { trainingProject } from '../catalogue/processes/training-project.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { actOnCampaign, campaignById, createCampaign } from '../server/engine/campaigns/index.ts'
import { beginCaseFor, makeMove, type CaseNeeds } from '../server/engine/processes/index.ts'
import { grantPlaces } from '../server/engine/seats/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import { officer, rich } from './research.ts'
import { school, storiesFrom, type EntryMove, type ProjectStory } from './training-project-stories.ts'

/** The first Monday that is so many days ahead. */
function mondayAfter(today: string, days: number): string {
  const day = addDays(today, days)
  return addDays(day, (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)
}

/** Tells projects of training with seats, entries and people who wait, by the portal's own calls. */
export async function tellTrainingProjects(processing: CaseNeeds, today: string): Promise<void> {
  const start = mondayAfter(today, 15)
  for (const story of storiesFrom(start)) await tellOne(processing, story, today)
}

async function tellOne(processing: CaseNeeds, story: ProjectStory, today: string): Promise<void> {
  const actor = await officer(processing, story.host)
  const definition = trainingProject
  const id = await createCampaign(processing, {
    actor,
    definition,
    collects: 'trainingEnrolment',
    title: story.title,
    value: {
      projectYear: Number(today.slice(0, 4)),
      introduction: rich('围绕课堂里的真实问题，边学边做：专家讲授、课例研磨、分组实践和成果展示。'),
      signupStart: `${addDays(today, -12)}T08:00`,
      signupEnd: `${addDays(today, 8)}T18:00`,
      place: '阳江市第一中学',
      creditKind: '2',
      creditHours: 40,
      noOverlap: false,
      ...story.says,
    },
  })
  await actOnCampaign(processing, { actor, definition, id, action: 'open', version: 1, reason: '' })
  for (const [by, to, granted] of story.grants ?? []) {
    const { institutionId } = await officer(processing, to)
    await grantPlaces(processing.db, {
      actor: await officer(processing, by),
      campaignId: id,
      grants: [{ institution: institutionId, granted }],
    })
  }
  const people = await teachersOf(processing, story.entries.length)
  for (const [at, identity] of people.entries())
    await enter(processing, id, identity, story.entries[at] ?? [])
  const leaver = story.leaves === undefined ? undefined : people[story.leaves]
  if (leaver !== undefined) await leave(processing, id, leaver)
}

/** Lets a teacher leave a project. */
async function leave(processing: CaseNeeds, campaignId: string, identity: number): Promise<void> {
  const found = await actorOfIdentity(processing.db, identity)
  if (!found) return
  const { actor } = found
  const { id, version } = await processing.db.one<{ id: string; version: number }>(sql`
    select id, version from process_case
    where campaign_id = ${campaignId}::uuid and teacher_id = ${actor.teacherId}`)
  const move = { definition: trainingEnrolment, id, action: 'cancel', version, reason: '家里有事', value: {} }
  await makeMove(processing, { actor, ...move })
}

/** Teachers of the school with an account, the first one known from the list of accounts. */
async function teachersOf({ db }: CaseNeeds, many: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select a.id
    from teacher t
    join institution i on i.id = t.institution_id and i.name = ${school}
    join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where t.status = '11'
      and not exists (select 1 from identity o where o.person_id = t.person_id and o.role <> 2)
    order by t.id limit ${many}`)
  return rows.map(({ id }) => id)
}

async function enter(
  processing: CaseNeeds,
  campaignId: string,
  identity: number,
  moves: readonly EntryMove[],
): Promise<void> {
  const { db } = processing
  const found = await actorOfIdentity(db, identity)
  const campaign = await campaignById(db, campaignId)
  const teacherId = found?.actor.teacherId
  if (!found || !campaign || !teacherId) return
  const id = await beginCaseFor(processing, {
    actor: found.actor,
    definition: trainingEnrolment,
    teacherId,
    given: {
      trainingRole: '1',
      reason: '希望把大单元设计用到本学期的课堂里。',
      exceptionReason: '承担区级课题，需要系统学习作业设计。',
    },
    campaign,
  })
  const submit: EntryMove = ['submit']
  for (const [action, by, reason = ''] of [submit, ...moves]) {
    const actor = by === undefined ? found.actor : await officer(processing, by)
    const { version } = await db.one<{ version: number }>(
      sql`select version from process_case where id = ${id}::uuid`,
    )
    const move = { definition: trainingEnrolment, id, action, version, reason, value: {} }
    await makeMove(processing, { actor, ...move })
  }
}
