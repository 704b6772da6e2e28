import type { Actor } from '../../../catalogue/access/access.ts'
import {
  mostAsked,
  type MayBeAsked,
  type OwnSurvey,
  type OwnSurveyLine,
  type SurveyDraft,
  type SurveyLine,
  type SurveyResults,
} from '../../../catalogue/contract/training/surveys.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { resultsOf } from '../../../catalogue/surveys/results.ts'
import { institutionsInScope, scopeCondition } from '../../engine/access/index.ts'
import {
  answersOf,
  answerSurvey,
  askMore,
  closeSurvey,
  countAnswered,
  findSurvey,
  openSurvey,
  ownSurveys,
  surveyState,
  type Survey,
  type SurveyPlan,
} from '../../engine/surveys/index.ts'
import { note } from '../../platform/audit/note.ts'
import { today, uuidv7 } from '../../platform/clock/clock.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** What surveys take from the portal and from messages. */
export interface SurveyTools {
  readonly db: Database
  /** An insert of messages to identities: identity, kind, title and link of each row. */
  readonly insertMessages: (rows: Sql) => Sql
}

/** Where a teacher answers. */
const ownPath = '/teacher/dcwj'
const shownOwn = 50

const factsOf = (survey: Omit<Survey, 'questions'>, day: string) => ({
  id: survey.eventId,
  title: survey.title,
  anonymous: survey.anonymous,
  opensOn: survey.opensOn,
  closesOn: survey.closesOn,
  state: surveyState(survey, day),
})

/** Teachers and schools that the actor may ask. */
export async function mayBeAsked(db: Queryable, actor: Actor): Promise<MayBeAsked> {
  if (actor.role === 3)
    return {
      institutions: [],
      teachers: await db.query<{ id: number; name: string }>(sql`
        select t.id, t.name from teacher t where ${scopeCondition(actor, 't', 'id')}
        order by t.name_sort, t.id limit 2000`),
    }
  return {
    teachers: [],
    institutions: await db.query<{ id: number; name: string; people: number }>(sql`
      select i.id, i.name, p.people
      from institution i
        cross join lateral (select count(*)::int as people from teacher t where t.institution_id = i.id) p
      where ${institutionsInScope(actor, 'i')} and i.closed_on is null and p.people > 0
      order by i.name_sort, i.id limit 500`),
  }
}

/** The teachers that a draft names, all of them within the scope of the actor. */
async function teachersOf(tx: Tx, actor: Actor, { people }: SurveyDraft): Promise<Sql> {
  if ('teachers' in people) {
    const ids = [...new Set(people.teachers)]
    const own = sql`select t.id from teacher t where t.id = any(${ids}::int[]) and ${scopeCondition(actor, 't', 'id')}`
    const { n } = await tx.one<{ n: number }>(sql`select count(*)::int as n from (${own}) o`)
    if (n < ids.length) throw invalid('people', '所选的人不都在您的范围内')
    return own
  }
  const ids = [...new Set(people.institutions)]
  const { n } = await tx.one<{ n: number }>(sql`
    select count(*)::int as n from institution i where i.id = any(${ids}::int[]) and ${institutionsInScope(actor, 'i')}`)
  if (n < ids.length) throw invalid('people', '所选的学校不都在您的范围内')
  return sql`select t.id from teacher t where t.institution_id = any(${ids}::int[]) and ${scopeCondition(actor, 't', 'id')}`
}

/** Who asks: an office, and the account that acts for it. */
export type Asker = Pick<Actor, 'institutionId' | 'identityId'>

/** What is asked, and of whom: `teachers` is a query of their numbers. */
export type PlanFor = Omit<SurveyPlan, 'eventId'> & {
  readonly teachers: Sql
  /** The year of the plan for which it asks what is needed, and the question that says it. */
  readonly need?: SurveyDraft['need']
}

/**
 * Opens a survey in the name of an office and tells everybody who is asked. Answers its number and how many
 * they are.
 */
export async function openSurveyFor(
  tx: Tx,
  { insertMessages }: Pick<SurveyTools, 'insertMessages'>,
  { institutionId, identityId }: Asker,
  { teachers, need = null, ...plan }: PlanFor,
): Promise<{ readonly eventId: string; readonly asked: number }> {
  const eventId = uuidv7()
  const { title, closesOn, anonymous } = plan
  await openSurvey(tx, { eventId, ...plan })
  await tx.execute(sql`
    insert into survey_asker (event_id, institution_id, created_by, need_year, need_question)
    values (${eventId}, ${institutionId}, ${identityId}, ${need?.year ?? null}::smallint,
      ${need?.question ?? null}::text)`)
  const asked = await askMore(tx, eventId, teachers)
  await tx.execute(
    insertMessages(sql`
      select a.id, '1', ${`请填写调查：${title}（${closesOn} 截止）`}, ${`${ownPath}?id=${eventId}`}
      from survey_answered s
        join teacher t on t.id = s.teacher_id
        join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
      where s.event_id = ${eventId}`),
  )
  await note(tx, { by: identityId, action: 'survey.opened', recordId: eventId, facts: { asked, anonymous } })
  return { eventId, asked }
}

/** Plans a survey and tells everybody who is asked. */
export function planSurvey(tools: SurveyTools, actor: Actor, draft: SurveyDraft): Promise<string> {
  const { title, questions, anonymous, opensOn, closesOn, need } = draft
  if (closesOn < today()) throw invalid('closesOn', '结束日期已过')
  return tools.db.transaction(async (tx) => {
    const teachers = await teachersOf(tx, actor, draft)
    const plan = { title, questions, anonymous, opensOn, closesOn, teachers, need }
    const { eventId, asked } = await openSurveyFor(tx, tools, actor, plan)
    if (asked === 0) throw invalid('people', '所选学校暂无教师')
    if (asked > mostAsked) throw invalid('people', `一份调查最多 ${mostAsked} 人，所选的有 ${asked} 人`)
    return eventId
  })
}

/** The survey that the actor's office asks. Any other answers like a missing one. */
async function askedBy(
  db: Queryable,
  { role, institutionId }: Actor,
  id: string,
): Promise<Survey & Pick<SurveyLine, 'needYear'>> {
  const survey = await findSurvey(db, id)
  const [own] = await db.query<Pick<SurveyLine, 'needYear'>>(sql`
    select need_year as "needYear" from survey_asker where event_id = ${id} and institution_id = ${institutionId}`)
  if (!survey || role === 2 || !own) throw new AppError('missing')
  return { ...survey, ...own }
}

export const endSurvey = (db: Database, actor: Actor, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    await askedBy(tx, actor, id)
    await closeSurvey(tx, id, today())
    await note(tx, { by: actor.identityId, action: 'survey.closed', recordId: id })
  })

/** Surveys of the own office, the latest first. */
export async function listSurveys(
  db: Queryable,
  { institutionId }: Actor,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const rows = await db.query<
    Omit<Survey, 'questions'> & Pick<SurveyLine, 'asked' | 'answered' | 'needYear'>
  >(sql`
    select s.event_id as "eventId", s.title, s.anonymous, to_char(s.opens_on, 'YYYY-MM-DD') as "opensOn",
      to_char(s.closes_on, 'YYYY-MM-DD') as "closesOn", to_char(s.closed_on, 'YYYY-MM-DD') as "closedOn", c.asked, c.answered,
      k.need_year as "needYear"
    from survey_asker k
      join survey s on s.event_id = k.event_id
      cross join lateral (
        select count(*)::int as asked, count(*) filter (where answered)::int as answered
        from survey_answered a where a.event_id = s.event_id) c
    where k.institution_id = ${institutionId}
    order by k.event_id desc limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from survey_asker where institution_id = ${institutionId}`,
  )
  const day = today()
  const list = rows.map(({ asked, answered, needYear, ...survey }) => ({
    ...factsOf(survey, day),
    asked,
    answered,
    needYear,
  }))
  return { list, total, page, pageSize }
}

/** What a survey came to. Of an anonymous one nothing is told before it has ended. */
export async function readResults(db: Queryable, actor: Actor, id: string): Promise<SurveyResults> {
  const survey = await askedBy(db, actor, id)
  const facts = factsOf(survey, today())
  const told = !survey.anonymous || facts.state === 'closed'
  const [counts, answers] = await Promise.all([countAnswered(db, id), told ? answersOf(db, id) : []])
  const results = resultsOf(
    survey.questions,
    answers.map((one) => one.answers),
    survey,
  )
  return {
    ...facts,
    ...counts,
    needYear: survey.needYear,
    questions: [...survey.questions].map((one) => ({ ...one, options: [...one.options] })),
    results: told ? results.map((one) => ({ ...one, counts: [...one.counts], texts: [...one.texts] })) : null,
    named: survey.anonymous
      ? []
      : answers.map(({ name, institution, answers: given }) => ({
          name: name ?? '',
          institution: institution ?? '',
          answers: { ...given },
        })),
  }
}

/** Surveys that the actor is asked. */
export async function ownList(db: Queryable, { teacherId }: Actor): Promise<OwnSurveyLine[]> {
  const day = today()
  const list = await ownSurveys(db, teacherId ?? 0, shownOwn)
  return list.map(({ answered, ...survey }) => ({ ...factsOf(survey, day), answered }))
}

/** One survey with its questions, for somebody who is asked. */
export async function ownOne(db: Queryable, { teacherId }: Actor, id: string): Promise<OwnSurvey> {
  const survey = await findSurvey(db, id)
  const asked = await db.maybeOne<{ answered: boolean; asker: string }>(sql`
    select a.answered, i.name as asker
    from survey_answered a
      join survey_asker k on k.event_id = a.event_id
      join institution i on i.id = k.institution_id
    where a.event_id = ${id} and a.teacher_id = ${teacherId ?? 0}`)
  if (!survey || !asked) throw new AppError('missing')
  const questions = survey.questions.map((one) => ({ ...one, options: [...one.options] }))
  return { ...factsOf(survey, today()), ...asked, questions }
}

/** Takes the answers of the actor. No line of the audit: it would hold person and time. */
export const answerOwn = (
  db: Database,
  { teacherId }: Actor,
  id: string,
  answers: Parameters<typeof answerSurvey>[2],
): Promise<void> =>
  db.transaction((tx) => answerSurvey(tx, { eventId: id, teacherId: teacherId ?? 0 }, answers, today()))
