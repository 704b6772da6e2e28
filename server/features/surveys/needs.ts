import type { Actor } from '../../../catalogue/access/access.ts'
import type { NeedFigures } from '../../../catalogue/contract/training/surveys.ts'
import { fewest } from '../../../catalogue/surveys/results.ts'
import type { Question } from '../../../catalogue/surveys/questions.ts'
import { institutionsInScope } from '../../engine/access/index.ts'
import { choicesOf, surveyState } from '../../engine/surveys/index.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Surveys of needs that are looked at for a year. */
const most = 500

interface NeedRow {
  readonly eventId: string
  readonly title: string
  readonly office: string
  readonly own: boolean
  readonly anonymous: boolean
  readonly opensOn: string
  readonly closesOn: string
  readonly closedOn: string | null
  readonly question: Question
  readonly asked: number
  readonly answered: number
}

/** What is asked of the surveys of needs: of a year, of offices `i`, for a reader of an institution. */
export interface NeedsAsked {
  readonly year: number
  /** Condition on `institution i`, the office that asked. */
  readonly offices: Sql
  readonly institutionId: number
}

const surveysOf = (db: Queryable, { year, offices, institutionId }: NeedsAsked): Promise<NeedRow[]> =>
  db.query<NeedRow>(sql`
    select s.event_id as "eventId", s.title, i.name as office, k.institution_id = ${institutionId} as own, s.anonymous,
      to_char(s.opens_on, 'YYYY-MM-DD') as "opensOn", to_char(s.closes_on, 'YYYY-MM-DD') as "closesOn",
      to_char(s.closed_on, 'YYYY-MM-DD') as "closedOn", q.one as question, c.asked, c.answered
    from survey_asker k
      join survey s on s.event_id = k.event_id
      join institution i on i.id = k.institution_id
      cross join lateral jsonb_array_elements(s.questions) q (one)
      cross join lateral (
        select count(*)::int as asked, count(*) filter (where answered)::int as answered
        from survey_answered a where a.event_id = s.event_id) c
    where k.need_year = ${year} and q.one ->> 'key' = k.need_question and ${offices}
    order by own desc, i.level, i.name_sort, s.event_id desc limit ${most}`)

/**
 * What teachers need by the surveys of a year, added up by the words of the options. An anonymous survey counts
 * once it has ended; of one that fewer than five answered nothing is told, unless it is the reader's own and
 * not anonymous.
 */
export async function needsOf(db: Queryable, asked: NeedsAsked): Promise<Omit<NeedFigures, 'years'>> {
  const day = today()
  const rows = (await surveysOf(db, asked)).map((row) => ({ ...row, state: surveyState(row, day) }))
  const ready = rows.filter(({ anonymous, state }) => !anonymous || state === 'closed')
  const counts = await choicesOf(
    db,
    ready.map(({ eventId, question: { key } }) => ({ eventId, key })),
  )
  const shown = ready.flatMap(({ eventId, own, anonymous, question }) => {
    const found = counts.get(eventId) ?? { answered: 0, places: new Map<number, number>() }
    const few = found.answered < fewest && (anonymous || !own)
    return few ? [] : [{ eventId, question, ...found }]
  })
  const told = new Set(shown.map(({ eventId }) => eventId))
  const people = new Map<string, number>()
  for (const { question, places } of shown)
    for (const [place, label] of question.options.entries())
      people.set(label, (people.get(label) ?? 0) + (places.get(place) ?? 0))
  const planned = await plannedFor(db, asked, [...people.keys()])
  return {
    year: asked.year,
    answered: shown.reduce((sum, one) => sum + one.answered, 0),
    list: [...people]
      .map(([label, count]) => ({
        label,
        people: count,
        ...(planned.get(label) ?? { lines: 0, planned: 0 }),
      }))
      .toSorted((a, b) => b.people - a.people),
    surveys: rows.map(({ eventId, title, office, own, anonymous, state, asked: many, answered }) => ({
      id: own ? eventId : null,
      title,
      office,
      anonymous,
      state,
      asked: many,
      answered,
      told: told.has(eventId),
    })),
  }
}

/** Lines of the published plans of the year that name a need among what they are based on. */
async function plannedFor(db: Queryable, { year, offices }: NeedsAsked, labels: readonly string[]) {
  const rows = await db.query<{ label: string; lines: number; planned: number }>(sql`
    select n.label, count(*)::int as lines, sum((l.line ->> 'people')::int)::int as planned
    from content p
      join institution i on i.id = p.institution_id
      cross join lateral jsonb_array_elements(
        case jsonb_typeof(p.live -> 'items') when 'array' then p.live -> 'items' else '[]' end) as l (line)
      join unnest(${[...labels]}::text[]) n (label) on strpos(l.line ->> 'need', n.label) > 0
    where p.type = 'trainingPlan' and p.live is not null and p.publish_at <= now()
      and (p.take_down_at is null or p.take_down_at > now())
      and p.live ->> 'planYear' = ${String(year)} and ${offices}
    group by n.label`)
  return new Map(rows.map(({ label, ...counts }) => [label, counts]))
}

/** The figures of needs for the page of an office: its own surveys and those of offices and schools below it. */
export async function needsFor(db: Queryable, actor: Actor, year: number): Promise<NeedFigures> {
  const { institutionId } = actor
  const offices = sql`(i.id = ${institutionId} or ${institutionsInScope(actor, 'i')})`
  const [figures, years] = await Promise.all([
    needsOf(db, { year, offices, institutionId }),
    db.query<{ year: number }>(sql`
      select distinct k.need_year as year from survey_asker k join institution i on i.id = k.institution_id
      where k.need_year is not null and ${offices} order by year desc limit 20`),
  ])
  return { ...figures, years: years.map((one) => one.year) }
}
