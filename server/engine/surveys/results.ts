import type { Answers } from '../../../catalogue/surveys/questions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'

/** One answer; without a person when the survey is anonymous. */
export interface AnswerOf {
  readonly name: string | null
  readonly institution: string | null
  readonly answers: Answers
}

/** All answers of a survey, those of an anonymous one in the order of chance. */
export const answersOf = (db: Queryable, eventId: string): Promise<AnswerOf[]> =>
  db.query<AnswerOf>(sql`
    select t.name, i.name as institution, a.answers
    from survey_answer a
      left join teacher t on t.id = a.teacher_id
      left join institution i on i.id = t.institution_id
    where a.event_id = ${eventId}
    order by t.name_sort, a.id`)

/** How many are asked, and how many answered. */
export const countAnswered = (db: Queryable, eventId: string): Promise<{ asked: number; answered: number }> =>
  db.one(sql`
    select count(*)::int as asked, count(*) filter (where answered)::int as answered
    from survey_answered where event_id = ${eventId}`)
