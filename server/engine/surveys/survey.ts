import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { Question } from '../../../catalogue/surveys/questions.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'

/** What is asked, and from which day to which. */
export interface SurveyPlan {
  readonly eventId: string
  readonly title: string
  readonly questions: readonly Question[]
  readonly anonymous: boolean
  readonly opensOn: string
  readonly closesOn: string
}

export interface Survey extends SurveyPlan {
  readonly closedOn: string | null
}

const columns = sql`s.event_id as "eventId", s.title, s.questions, s.anonymous, to_char(s.opens_on, 'YYYY-MM-DD') as "opensOn",
  to_char(s.closes_on, 'YYYY-MM-DD') as "closesOn", to_char(s.closed_on, 'YYYY-MM-DD') as "closedOn"`

/** Smallest number of participants whose answers are shown, so that no answer points to a person. */
const bucketSize = 50

/** Opens a survey. Questions stay as they are: answers name options by their place. */
export async function openSurvey(tx: Tx, plan: SurveyPlan): Promise<void> {
  const { eventId, title, questions, anonymous, opensOn, closesOn } = plan
  if (closesOn < opensOn) throw invalid('closesOn', '结束日期不能早于开始日期')
  await tx.execute(sql`
    insert into survey (event_id, title, questions, anonymous, opens_on, closes_on)
    values (${eventId}, ${title}, ${sql.json(questions)}::jsonb, ${anonymous}, ${opensOn}::date, ${closesOn}::date)`)
}

/**
 * Asks teachers.
 * @param teachers a query of their numbers
 * @returns how many
 */
export const askMore = (tx: Tx, eventId: string, teachers: Sql): Promise<number> =>
  tx.execute(sql`
    insert into survey_answered (event_id, teacher_id, bucket)
    select ${eventId}::uuid, t.id, (row_number() over (order by random()) - 1) / ${bucketSize}
    from (${teachers}) t
    on conflict do nothing`)

export const findSurvey = (db: Queryable, eventId: string): Promise<Survey | undefined> =>
  db.maybeOne<Survey>(sql`select ${columns} from survey s where s.event_id = ${eventId}`)

/** Where a survey stands on a day. */
export function surveyState(
  { opensOn, closesOn, closedOn }: Pick<Survey, 'opensOn' | 'closesOn' | 'closedOn'>,
  day: string,
): 'planned' | 'open' | 'closed' {
  if (closedOn !== null || day > closesOn) return 'closed'
  return day < opensOn ? 'planned' : 'open'
}

/** Ends a survey before its last day; for good, because results of an anonymous one are shown from then on. */
export async function closeSurvey(tx: Tx, eventId: string, day: string): Promise<void> {
  const closed = await tx.execute(sql`
    update survey set closed_on = ${day}::date
    where event_id = ${eventId} and closed_on is null and closes_on >= ${day}::date`)
  if (closed === 0) throw new AppError('wrongState', { message: '该调查已结束' })
}
