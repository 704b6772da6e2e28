import type { Answers } from '../../../catalogue/surveys/questions.ts'
import { fewest } from '../../../catalogue/surveys/results.ts'
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

/** How many answered a question of choices, and how often each option was chosen, by its place from 0 on. */
export interface ChoiceCounts {
  readonly answered: number
  readonly places: ReadonlyMap<number, number>
}

/** Counts one question of choices of each survey. Whether any of it may be shown, the caller decides. */
export async function choicesOf(
  db: Queryable,
  asked: readonly { readonly eventId: string; readonly key: string }[],
): Promise<ReadonlyMap<string, ChoiceCounts>> {
  if (asked.length === 0) return new Map()
  const rows = await db.query<{ eventId: string; answered: number; places: Record<string, number> }>(sql`
    with given as materialized (
      select a.event_id, a.answers -> o.key as value
      from jsonb_to_recordset(${sql.json(asked)}) as o ("eventId" uuid, key text)
      join survey_answer a on a.event_id = o."eventId" and a.answers ? o.key),
    chosen as (
      select g.event_id, e.place, count(*)::int as many
      from given g
      cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(g.value) when 'array' then g.value else jsonb_build_array(g.value) end) e (place)
      group by g.event_id, e.place)
    select g.event_id as "eventId", count(*)::int as answered,
      (select coalesce(jsonb_object_agg(c.place, c.many), '{}') from chosen c where c.event_id = g.event_id) as places
    from given g group by g.event_id`)
  return new Map(
    rows.map(({ eventId, answered, places }) => [
      eventId,
      { answered, places: new Map(Object.entries(places).map(([place, many]) => [Number(place), many])) },
    ]),
  )
}

/** What marks of 1 to 5 came to in a survey that has ended. */
export interface SurveyMeans {
  readonly eventId: string
  readonly answered: number
  readonly mean: number
  /** By the place of the question among all of the survey, from 1 on. */
  readonly byPlace: Readonly<Record<string, number>>
}

/**
 * Means of the marks of surveys that have ended, to two digits. One that fewer than five answered is left out
 * where it is anonymous: nobody learns how many did.
 */
export async function meansOf(
  db: Queryable,
  eventIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, SurveyMeans>> {
  const rows = await db.query<SurveyMeans>(sql`
    select m."eventId", max(m.answered)::int as answered, round(sum(m.sum) / sum(m.marks), 2)::float8 as mean,
      jsonb_object_agg(m.place, round(m.sum / m.marks, 2)) as "byPlace"
    from (
      select s.event_id as "eventId", q.place, sum((a.answers ->> (q.one ->> 'key'))::numeric) as sum,
        count(a.answers ->> (q.one ->> 'key')) as marks,
        (select count(*) from survey_answer o where o.event_id = s.event_id) as answered
      from survey s
      cross join lateral jsonb_array_elements(s.questions) with ordinality as q (one, place)
      join survey_answer a on a.event_id = s.event_id
      where s.event_id = any(${[...eventIds]}::uuid[]) and q.one ->> 'kind' = 'scale'
        and (s.closed_on is not null or s.closes_on < ${day}::date)
        and a.answers ? (q.one ->> 'key')
        and (not s.anonymous or (
          select count(*) from survey_answer o
          where o.event_id = s.event_id and o.answers ? (q.one ->> 'key')) >= ${fewest})
      group by s.event_id, q.place) m
    group by m."eventId"`)
  return new Map(rows.map((row) => [row.eventId, row]))
}
