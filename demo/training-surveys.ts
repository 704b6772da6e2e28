import { answerSurvey } from '../server/engine/surveys/index.ts'
import { openProjectSurveys, type OpenSurvey } from '../server/features/training/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import type { Database } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'

const suggestions = ['多安排课例研磨', '资料希望课前发', '分学科分组更好', '时间再集中一些']
const examples = ['用任务群重新设计了一个单元', '改了作业的分层方式', '课堂追问前先让学生说理由']

const satisfaction = (nth: number) => ({
  q1: 5 - (nth % 3 === 2 ? 1 : 0),
  q2: 5 - (nth % 5 === 4 ? 2 : nth % 2),
  q3: 4 + (nth % 2),
  q4: [nth % 5, (nth + 2) % 5],
  ...(nth % 4 === 1 && { q5: suggestions[nth % suggestions.length] ?? '' }),
})
const followUp = (nth: number) => ({
  q1: 3 + (nth % 3),
  q2: 1 + (nth % 6),
  q3: nth % 5,
  ...(nth % 3 === 0 && { q4: examples[nth % examples.length] ?? '' }),
})

/** What learners of the projects that are over were asked, and what they answered; one in six did not. */
export async function tellProjectSurveys(db: Database, openSurvey: OpenSurvey, today: string): Promise<void> {
  for (let ago = -150; ago < 0; ago += 5) await openProjectSurveys(db, openSurvey, addDays(today, ago))
  const surveys = await db.query<{ id: string; purpose: string; day: string }>(sql`
    select t.event_id as id, t.purpose, to_char(s.opens_on + 1, 'YYYY-MM-DD') as day
    from training_survey t join survey s on s.event_id = t.event_id
    order by s.opens_on, t.event_id`)
  for (const { id, purpose, day } of surveys)
    await db.transaction(async (tx) => {
      const asked = await tx.query<{ teacherId: number }>(sql`
        select teacher_id as "teacherId" from survey_answered where event_id = ${id} order by 1`)
      for (const [nth, { teacherId }] of asked.entries()) {
        if (nth % 6 === 5) continue
        const answers = purpose === 'satisfaction' ? satisfaction(nth) : followUp(nth)
        await answerSurvey(tx, { eventId: id, teacherId }, answers, day)
      }
    })
}
