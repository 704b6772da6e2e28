import { AppError, invalidFields } from '../../../catalogue/errors.ts'
import { readAnswers, type Answers } from '../../../catalogue/surveys/questions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { findSurvey, surveyState, type Survey } from './survey.ts'

/** A survey that a teacher is asked, and whether it was answered. */
export type OwnSurvey = Pick<
  Survey,
  'eventId' | 'title' | 'anonymous' | 'opensOn' | 'closesOn' | 'closedOn'
> & {
  readonly answered: boolean
}

/** Surveys that a teacher is asked, the latest first. */
export const ownSurveys = (db: Queryable, teacherId: number, most: number): Promise<OwnSurvey[]> =>
  db.query<OwnSurvey>(sql`
    select s.event_id as "eventId", s.title, s.anonymous, to_char(s.opens_on, 'YYYY-MM-DD') as "opensOn",
      to_char(s.closes_on, 'YYYY-MM-DD') as "closesOn", to_char(s.closed_on, 'YYYY-MM-DD') as "closedOn", a.answered
    from survey_answered a join survey s on s.event_id = a.event_id
    where a.teacher_id = ${teacherId}
    order by s.opens_on desc, s.event_id desc limit ${most}`)

/** Marks a participant as answered. Throws for a person who was not asked and for a second answer. */
async function markAnswered(tx: Tx, { eventId, anonymous }: Survey, teacherId: number): Promise<void> {
  const asked = await tx.maybeOne<{ answered: boolean; bucket: number }>(sql`
    select answered, bucket from survey_answered
    where event_id = ${eventId} and teacher_id = ${teacherId} for update`)
  if (!asked) throw new AppError('missing')
  if (asked.answered) throw new AppError('duplicate', { message: '您已经答过该调查' })
  // An anonymous answer and its person would share the number of this transaction; so everybody of the bucket
  // who answered before takes it, too.
  const others = anonymous ? sql`or (bucket = ${asked.bucket} and answered)` : sql.empty
  await tx.execute(sql`
    update survey_answered set answered = true
    where event_id = ${eventId} and (teacher_id = ${teacherId} ${others})`)
}

/** Stores the answers of a teacher. Those of an anonymous survey carry no person from here on. */
export async function answerSurvey(
  tx: Tx,
  { eventId, teacherId }: { readonly eventId: string; readonly teacherId: number },
  given: Answers,
  day: string,
): Promise<void> {
  const survey = await findSurvey(tx, eventId)
  if (!survey) throw new AppError('missing')
  if (survey.anonymous) await lockBucket(tx, eventId)
  await markAnswered(tx, survey, teacherId)
  const state = surveyState(survey, day)
  if (state !== 'open')
    throw new AppError('wrongState', {
      message: state === 'closed' ? '该调查已结束' : '该调查尚未开始',
    })
  const { answers, faults } = readAnswers(survey.questions, given)
  if (faults.length > 0) throw invalidFields([...faults])
  await tx.execute(sql`
    insert into survey_answer (event_id, anonymous, teacher_id, answers, day)
    values (${eventId}, ${survey.anonymous}, ${survey.anonymous ? null : teacherId}::int, ${sql.json(answers)}::jsonb,
      ${day}::date)`)
}

/** Two people who answer at once would lock each other's rows; they take turns. */
const lockBucket = (tx: Tx, eventId: string) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`survey ${eventId}`}, 0))`)
