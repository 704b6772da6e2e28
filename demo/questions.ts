import type { Actor } from '../catalogue/access/access.ts'
import { submitBody } from '../catalogue/contract/questions.ts'
import { markupOf } from '../catalogue/questions/texts.ts'
import { questionValue } from '../catalogue/questions/value.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import {
  approveQuestion,
  changing,
  createQuestion,
  returnQuestion,
  submitQuestion,
  type QuestionNeeds,
} from '../server/engine/questions/index.ts'
import { sql } from '../server/platform/db/sql.ts'
import { offices, questionStories, type Office, type QuestionStory } from './question-stories.ts'

const places = {
  senior: '江城区听潮中学',
  wildGoose: '江城区鸿雁初级中学',
  junior: '阳东区听松初级中学',
} as const

/** Tells a dozen questions of two subjects at several reaches: some on their way, one returned. */
export async function tellQuestions(needs: QuestionNeeds): Promise<void> {
  for (const story of questionStories) await tell(needs, story)
}

async function tell(needs: QuestionNeeds, { by, value, agreed, returned }: QuestionStory): Promise<void> {
  const author = await authorOf(needs, by, String(value['subject']))
  const id = await createQuestion(needs, author, valueOf(value))
  const act = <T>(actor: Actor, change: Parameters<typeof changing<T>>[2]) =>
    changing(needs, { actor, id, version: null }, change)
  await act(author, (acting) => submitQuestion(acting, submitBody.parse({ version: 1 })))
  for (const office of agreed)
    await act(await officerOf(needs, author, office), (acting) => approveQuestion(acting, ''))
  if (returned === undefined) return
  await act(await officerOf(needs, author, 'school'), (acting) =>
    returnQuestion(acting, { opinion: returned, comeBack: false }),
  )
}

/** Texts are told as lines; the bank keeps markup. */
function valueOf(told: Readonly<Record<string, unknown>>) {
  const value = questionValue.parse(told)
  const { parts, questionKind, answer } = value
  return {
    ...value,
    stem: markupOf(value.stem),
    analysis: markupOf(value.analysis),
    answer: questionKind === 'essay' && typeof answer === 'string' ? markupOf(answer) : answer,
    scoringPoints: value.scoringPoints.map((point) => ({ ...point, text: markupOf(point.text) })),
    parts: parts.map((part) => ({
      ...part,
      stem: markupOf(part.stem),
      answer:
        part.questionKind === 'essay' && typeof part.answer === 'string'
          ? markupOf(part.answer)
          : part.answer,
    })),
  }
}

async function authorOf({ db }: QuestionNeeds, by: QuestionStory['by'], subject: string): Promise<Actor> {
  const { id } = await db.one<{ id: number }>(
    by === 'teacher'
      ? sql`
        select a.id from identity a join person p on p.id = a.person_id
        where p.login_name = 'teacher' and a.role = 2`
      : sql`
        select a.id
        from identity a
        join teacher t on t.person_id = a.person_id
        join institution i on i.id = a.institution_id
        where i.name = ${places[by]} and a.role = 2 and t.subject = ${subject} and t.status = '11'
        order by a.id
        limit 1`,
  )
  return actorOf(db, id)
}

/** Somebody of the office of a level over the author, who is not the author. */
async function officerOf({ db }: QuestionNeeds, author: Actor, office: Office): Promise<Actor> {
  const { id } = await db.one<{ id: number }>(sql`
    select a.id
    from identity a
    join institution i on i.id = ${author.institutionId}
    where a.role = ${offices[office]} and a.state = 'enabled' and a.person_id <> ${author.personId}
      and a.institution_id = case a.role when 3 then i.id when 4 then i.district_id when 5 then i.city_id
        else i.province_id end
    order by a.id
    limit 1`)
  return actorOf(db, id)
}

async function actorOf(db: QuestionNeeds['db'], identity: number): Promise<Actor> {
  const found = await actorOfIdentity(db, identity)
  if (!found) throw new Error(`no identity ${identity}`)
  return found.actor
}
