import { questionSets } from '../../../catalogue/surveys/sets.ts'
import type { SurveyPlan } from '../../engine/surveys/index.ts'
import { caseRows } from '../../engine/processes/index.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'

/** Opens a survey in the name of an office (features/surveys). */
export type OpenSurvey = (
  tx: Tx,
  asker: { readonly institutionId: number; readonly identityId: number },
  plan: Omit<SurveyPlan, 'eventId'> & { readonly teachers: Sql },
) => Promise<{ readonly eventId: string; readonly asked: number }>

/** What the learners of a project are asked, and how many days after its end. */
export const purposes = [
  { purpose: 'satisfaction', field: 'rated', after: 0, set: 'satisfaction', title: '满意度调查' },
  { purpose: 'used30', field: 'followUp', after: 30, set: 'followUp', title: '训后 30 日回访' },
  { purpose: 'used90', field: 'followUp', after: 90, set: 'followUp', title: '训后 90 日回访' },
] as const
type Purpose = (typeof purposes)[number]

/** Days in which learners may answer. */
const open = 14
/** What came due longer ago is asked no more: who would remember. */
const late = 20
/** Of fewer learners nothing could be shown (catalogue/surveys/results.ts). */
const least = 5

interface DueProject {
  readonly id: string
  readonly title: string
  readonly institutionId: number
  readonly identityId: number
}

/** Finished projects of which this survey is due and was not opened yet. */
const dueFor = (tx: Tx, { purpose, field, after }: Purpose, day: string): Promise<DueProject[]> =>
  tx.query<DueProject>(sql`
    select c.id, c.title, c.institution_id as "institutionId", c.by_identity as "identityId"
    from campaign c
    where c.type = 'trainingProject' and c.state = 'finished' and c.value ->> ${field} = 'true'
      and c.value ->> 'endDate' between ${addDays(day, -after - late)} and ${addDays(day, -after)}
      and not exists (
        select 1 from training_survey s where s.campaign_id = c.id and s.purpose = ${purpose})
      and (select count(*) from (${learnersOf(sql`c.id`)}) l) >= ${least}
    order by c.id limit 20
    for update of c skip locked`)

/** Numbers of the teachers who learned in a project to its end. */
const learnersOf = (project: Sql): Sql => sql`
  select k.teacher_id as id
  from ${caseRows} k
  where k.campaign_id = ${project} and k.type = 'trainingEnrolment' and k.state in ('qualified', 'unqualified')`

/** Asks learners what they think, and later whether they use it. Answers whether there may be more to do. */
export async function openProjectSurveys(
  db: Database,
  openSurvey: OpenSurvey,
  day: string,
): Promise<boolean> {
  let opened = 0
  for (const one of purposes)
    await db.transaction(async (tx) => {
      for (const project of await dueFor(tx, one, day)) {
        await openOne(tx, openSurvey, { project, one, day })
        opened += 1
      }
    })
  return opened > 0
}

interface DueSurvey {
  readonly project: DueProject
  readonly one: Purpose
  readonly day: string
}

async function openOne(tx: Tx, openSurvey: OpenSurvey, { project, one, day }: DueSurvey) {
  const set = questionSets.find(({ name }) => name === one.set)
  if (!set) throw new Error(`no set of questions ${one.set}`)
  const { eventId } = await openSurvey(tx, project, {
    title: `${project.title.slice(0, 44)}：${one.title}`,
    questions: set.questions,
    anonymous: set.anonymous,
    opensOn: day,
    closesOn: addDays(day, open),
    teachers: learnersOf(sql`${project.id}::uuid`),
  })
  await tx.execute(sql`
    insert into training_survey (campaign_id, purpose, event_id)
    values (${project.id}::uuid, ${one.purpose}, ${eventId}::uuid)`)
}

/** Some times a day, so that a project that ended is asked about on the same day. */
export const surveysJob = (db: Database, openSurvey: OpenSurvey): KeptJob => ({
  name: 'training.surveys',
  label: '培训满意度与训后回访',
  every: 3 * 3600,
  run: async (stopping) => !stopping.aborted && openProjectSurveys(db, openSurvey, today()),
})
