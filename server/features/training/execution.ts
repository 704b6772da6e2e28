import type { ProjectExecution } from '../../../catalogue/contract/training/execution.ts'
import { rounded } from '../../../catalogue/figures/rounding.ts'
import type { HostedRow } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { countAnswered, findSurvey, meansOf, surveyState } from '../../engine/surveys/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { purposes } from './project-surveys.ts'

type Survey = ProjectExecution['surveys'][number]

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What learners of a project say, and what it cost. Who answered how many is told to the host alone. */
export async function executionOf(db: Queryable, project: HostedRow): Promise<ProjectExecution> {
  const { id, value } = project
  const opened = await db.query<{ purpose: string; event: string }>(sql`
    select purpose, event_id as event from training_survey where campaign_id = ${id}::uuid`)
  const { qualified } = await db.one<{ qualified: number }>(sql`
    select count(*)::int as qualified from ${caseRows} k
    where k.campaign_id = ${id}::uuid and k.type = 'trainingEnrolment' and k.state = 'qualified'`)
  const surveys: Survey[] = []
  for (const one of purposes)
    surveys.push(
      await surveyOf(db, project, one, opened.find(({ purpose }) => purpose === one.purpose)?.event),
    )
  const paid = value['paid'] === undefined || value['paid'] === null ? null : Number(value['paid'])
  return {
    surveys,
    plan: text(value['plan']),
    costPerPerson: typeof value['costPerPerson'] === 'number' ? value['costPerPerson'] : null,
    paid,
    qualified,
    costEach: paid === null ? null : rounded(Math.round(10_000 * paid), qualified, { decimals: 0 }),
  }
}

const silent = { id: null, asked: null, answered: null, mean: null }

async function surveyOf(
  db: Queryable,
  { value, state, isMine }: HostedRow,
  { purpose, field, after }: (typeof purposes)[number],
  event: string | undefined,
): Promise<Survey> {
  const survey = event === undefined ? undefined : await findSurvey(db, event)
  if (!survey) {
    const last = text(value['endDate'])
    const day = last === null ? null : addDays(last, after)
    const isDue = value[field] === true && state !== 'cancelled' && day !== null && day >= today()
    return { purpose, opensOn: isDue ? day : null, closesOn: null, state: isDue ? 'due' : 'none', ...silent }
  }
  const { eventId, opensOn, closesOn } = survey
  const means = await meansOf(db, [eventId], today())
  return {
    purpose,
    opensOn,
    closesOn,
    state: surveyState(survey, today()) === 'closed' ? 'closed' : 'open',
    id: isMine ? eventId : null,
    ...(isMine ? await countAnswered(db, eventId) : { asked: null, answered: null }),
    mean: means.get(eventId)?.mean ?? null,
  }
}
