import { momentOf } from '../../../catalogue/figures/attributes.ts'
import { bandOf, fullYears, officialAges } from '../../../catalogue/figures/bands.ts'
import { urbanGroups } from '../../../catalogue/figures/dimensions.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import type { Engine, Tx } from '../../engine/engine.ts'
import { readPersons } from '../../engine/figures/index.ts'
import { attendanceOf } from '../../engine/presence/index.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'

interface Enrolment {
  readonly caseId: string
  readonly campaignId: string
  readonly teacherId: number
  readonly version: number
  readonly state: string
  readonly score: number | null
  readonly tenths: number
  readonly school: number | null
  readonly className: string
  readonly confirmedAt: string
  readonly startedAt: string | null
  readonly startedOn: string | null
  readonly endedAt: string | null
}

/** Place and person as of the day on which the course started. */
interface StartFacts {
  readonly placeId: number | null
  readonly stage: string | null
  readonly subject: string | null
  readonly titleLevel: string | null
  readonly ageBand: string | null
}

const unknown: StartFacts = { placeId: null, stage: null, subject: null, titleLevel: null, ageBand: null }

/** Works out the facts of these enrolments anew and writes them. */
export async function writeFacts(engine: Engine, tx: Tx, caseIds: readonly string[]): Promise<void> {
  const enrolments = await enrolmentsOf(tx, caseIds)
  // Read before the attendance: a mark made in between counts as unseen, and its fact is written again.
  const seen = await seenOf(tx, enrolments)
  const [starts, attended] = [await startsOf(engine, tx, enrolments), await attendedOf(tx, enrolments)]
  const rows = enrolments.map((one) => {
    const start = one.startedOn === null ? unknown : (starts.get(one.caseId) ?? unknown)
    // Who has no membership of that day counts where the entry came from.
    const place = one.startedOn === null ? null : (start.placeId ?? one.school)
    return { ...one, ...start, place, seen: seen(one), ...(attended.get(one.caseId) ?? notYet) }
  })
  await tx.execute(sql`
    insert into training_fact (campaign_id, case_id, teacher_id, state, case_version, confirmed_at, started_at, ended_at,
      institution_id, district_id, city_id, province_id, stage, subject, title_level, age_band, urban, due, attended,
      came, seen, tenths, score, change_no)
    select x."campaignId", x."caseId", x."teacherId", x.state, x.version, x."confirmedAt", x."startedAt", x."endedAt",
      i.id, i.district_id, i.city_id, i.province_id, x.stage, x.subject, x."titleLevel", x."ageBand", g.key, x.due,
      x.attended, x.came, x.seen, x.tenths, x.score, nextval('training_fact_change')
    from jsonb_to_recordset(${sql.json(rows)}) as x("campaignId" uuid, "caseId" uuid, "teacherId" int, state text,
      version int, "confirmedAt" timestamptz, "startedAt" timestamptz, "endedAt" timestamptz, place int, stage text,
      subject text, "titleLevel" text, "ageBand" text, due int, attended int, came boolean, seen text, tenths int, score int)
    left join institution i on i.id = x.place
    left join jsonb_to_recordset(${sql.json(urbanCodes)}) as g(code text, key text) on g.code = i.urban_rural
    on conflict (campaign_id, case_id) do update set
      teacher_id = excluded.teacher_id, state = excluded.state, case_version = excluded.case_version,
      confirmed_at = excluded.confirmed_at, started_at = excluded.started_at, ended_at = excluded.ended_at,
      institution_id = excluded.institution_id, district_id = excluded.district_id, city_id = excluded.city_id,
      province_id = excluded.province_id, stage = excluded.stage, subject = excluded.subject,
      title_level = excluded.title_level, age_band = excluded.age_band, urban = excluded.urban, due = excluded.due,
      attended = excluded.attended, came = excluded.came, seen = excluded.seen, tenths = excluded.tenths,
      score = excluded.score, change_no = excluded.change_no`)
}

const urbanCodes = urbanGroups.flatMap(({ key, codes }) => codes.map((code) => ({ code, key })))
const { qualified, unqualified } = { qualified: 'qualified', unqualified: 'unqualified' } as const

const enrolmentsOf = (tx: Tx, caseIds: readonly string[]): Promise<Enrolment[]> =>
  tx.query<Enrolment>(sql`
    select k.id as "caseId", k.campaign_id as "campaignId", k.teacher_id as "teacherId", k.version, k.state,
      (k.value ->> 'score')::int as score, k.school, coalesce(k.value ->> 'className', '') as "className",
      case k.state when ${qualified} then round(10 * (k.value ->> 'creditHours')::numeric)::int else 0 end as tenths,
      coalesce(e.confirmed, e.started, k.updated_at) as "confirmedAt", e.started as "startedAt",
      to_char(e.started at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "startedOn",
      case when k.state in (${qualified}, ${unqualified}) then e.ended end as "endedAt"
    from (select *, (parties ->> 'school')::int as school from ${caseRows} c) k
    cross join lateral (
      select min(e.at) filter (where e.to_state = 'confirmed') as confirmed,
        min(e.at) filter (where e.to_state = 'learning') as started,
        max(e.at) filter (where e.to_state in (${qualified}, ${unqualified})) as ended
      from process_event e
      where e.institution_id = k.institution_id and e.case_id = k.id) e
    where k.id = any(${[...caseIds]}::uuid[]) and k.type = ${trainingEnrolment.name} and k.campaign_id is not null
      and k.teacher_id is not null`)

/** What the archive said at the end of the day on which each course started, as figures read a past day. */
async function startsOf(
  engine: Engine,
  tx: Tx,
  enrolments: readonly Enrolment[],
): Promise<Map<string, StartFacts>> {
  const found = new Map<string, StartFacts>()
  for (const [on, some] of Map.groupBy(enrolments, ({ startedOn }) => startedOn)) {
    if (on === null) continue
    const which = { ids: [...new Set(some.map(({ teacherId }) => teacherId))].toSorted((a, b) => a - b) }
    const persons = await readPersons(tx, { engine, which, moment: momentOf(on), when: 'then' })
    const byId = new Map(persons.map((person) => [person.teacherId, person]))
    for (const { caseId, teacherId } of some) {
      const person = byId.get(teacherId)
      if (!person) continue
      const { placeId, stage, subject, titleLevel, birthDate } = person
      const ageBand = birthDate === null ? null : bandOf(officialAges, fullYears(birthDate, on))
      found.set(caseId, { placeId, stage, subject, titleLevel, ageBand })
    }
  }
  return found
}

interface AttendedFacts {
  readonly due: number
  readonly attended: number
  readonly came: boolean
}

const notYet: AttendedFacts = { due: 0, attended: 0, came: false }

interface CountedSession {
  readonly id: string
  readonly event: string
  /** Empty where all classes are together. */
  readonly className: string
}

/** Sessions that count, as on the roster: in which the roll was called, or that are watched. */
const countedSessions = (tx: Tx, events: readonly string[]): Promise<CountedSession[]> =>
  tx.query<CountedSession>(sql`
    select s.id, s.event_id as event, coalesce(t.class_name, '') as "className"
    from presence_session s
    left join training_session t on t.campaign_id = s.event_id and t.id = s.id
    where s.event_id = any(${[...events]}::uuid[]) and s.cancelled_at is null
      and (t.course_id is not null or exists (
        select 1 from presence_mark m where m.event_id = s.event_id and m.session_id = s.id))`)

/** What was attended of the sessions of the own class that are over, by the case. */
async function attendedOf(tx: Tx, enrolments: readonly Enrolment[]): Promise<Map<string, AttendedFacts>> {
  const found = new Map<string, AttendedFacts>()
  const started = enrolments.filter(({ startedAt }) => startedAt !== null)
  const counted = await countedSessions(tx, [...new Set(started.map(({ campaignId }) => campaignId))])
  const classes = Map.groupBy(started, ({ campaignId, className }) => `${campaignId} ${className}`)
  for (const some of classes.values()) {
    const [{ campaignId: eventId, className } = { campaignId: '', className: '' }] = some
    const sessions = counted.flatMap((one) =>
      one.event === eventId && (one.className === '' || one.className === className) ? [one.id] : [],
    )
    const teachers = some.map(({ teacherId }) => teacherId)
    const attendance = await attendanceOf(tx, { eventId, teachers, sessions }, Date.now())
    for (const { caseId, teacherId } of some) {
      const { due, attended } = attendance.get(teacherId) ?? notYet
      found.set(caseId, { due, attended, came: attended > 0 })
    }
  }
  return found
}

/**
 * Acts on the marks of a person, sessions of the event that are over, and those in which the roll was called: equal
 * while nothing was marked.
 */
async function seenOf(tx: Tx, enrolments: readonly Enrolment[]): Promise<(one: Enrolment) => string> {
  const events = sql`${[...new Set(enrolments.map(({ campaignId }) => campaignId))]}::uuid[]`
  const marks = await tx.query<{ key: string; acts: number }>(sql`
    select event_id || ' ' || teacher_id as key, sum(acts)::int as acts from presence_mark
    where event_id = any(${events}) and teacher_id = any(${enrolments.map(({ teacherId }) => teacherId)}::int[])
    group by event_id, teacher_id`)
  const sessions = await tx.query<{ event: string; ended: string }>(sql`
    select s.event_id as event, count(*) filter (where s.ends_at <= now() and s.cancelled_at is null) || '/' || (
        select count(distinct m.session_id) from presence_mark m where m.event_id = s.event_id) as ended
    from presence_session s
    where s.event_id = any(${events})
    group by s.event_id`)
  const acts = new Map(marks.map((row) => [row.key, row.acts]))
  const ended = new Map(sessions.map((row) => [row.event, row.ended]))
  return ({ campaignId, teacherId }) =>
    `${acts.get(`${campaignId} ${teacherId}`) ?? 0}/${ended.get(campaignId) ?? '0/0'}`
}
