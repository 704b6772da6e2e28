import { waitOrder } from '../catalogue/seats/order.ts'
import { minuteOf, offerEnds } from '../catalogue/seats/offer.ts'
import { trainingProject } from '../catalogue/processes/training-project.ts'
import { actOnCampaign, campaignById, createCampaign } from '../server/engine/campaigns/index.ts'
import type { CaseNeeds } from '../server/engine/processes/index.ts'
import { grantPlaces } from '../server/engine/seats/index.ts'
import { addDays, uuidv7 } from '../server/platform/clock/clock.ts'
import { joined } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import { largeProject as says, quotas, schools, sessionsOf } from './large-project-plan.ts'
import { officer, rich } from './research.ts'

const day = 86_400_000

/** A person who is told to have a seat, to be asked, to wait or to have left. */
interface Entry {
  readonly id: string
  readonly teacherId: number
  readonly schoolId: number
  readonly involved: readonly number[]
  readonly by: number
  readonly state: 'confirmed' | 'offered' | 'waitlisted' | 'cancelled'
  /** The institution of whose places the seat is. */
  readonly pool: number
  readonly no: number | null
  readonly urbanRural: string | null
  readonly trainedUntil: string | null
}

/** A seat of a pool, with who had it before where somebody left. */
interface LargeProject {
  readonly eventId: string
  readonly host: number
  readonly until: number
  readonly entries: readonly Entry[]
}

/**
 * A project of a city with its seats nearly all taken, before its first day: 120 places, 112 held, 5 asked about, 15
 * people who wait. Its entries are written set by set, for each by its calls would take minutes.
 */
export function tellLargeProject(processing: CaseNeeds, today: string): Promise<void> {
  const { db } = processing
  return db.transaction((tx) => tellWithin({ ...processing, db: joined(db, tx) }, today))
}

async function tellWithin(processing: CaseNeeds, today: string): Promise<void> {
  const host = await officer(processing, says.host)
  const start = addDays(today, (8 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7 || 7)
  const definition = trainingProject
  const id = await createCampaign(processing, {
    actor: host,
    definition,
    collects: 'trainingEnrolment',
    title: says.title,
    value: {
      ...says.value,
      projectYear: Number(today.slice(0, 4)),
      introduction: rich('面向全市初中数学骨干教师：单元整体设计、课例研磨、分组实践和成果展示。'),
      signupStart: `${addDays(today, -38)}T08:00`,
      signupEnd: `${today}T23:59`,
      startDate: start,
      endDate: addDays(start, 4),
      sessions: sessionsOf(start),
    },
  })
  for (const [action, version] of [
    ['open', 1],
    ['close', 2],
  ] as const)
    await actOnCampaign(processing, { actor: host, definition, id, action, version, reason: '' })
  const ids = await institutionsOf(processing)
  const numberOf = (name: string) => ids.get(name) ?? 0
  const grants = quotas.map(([name, granted]) => ({ institution: numberOf(name), granted }))
  await grantPlaces(processing.db, { actor: host, campaignId: id, grants })
  const rules = { acceptHours: 48, lastOfferHours: 12, firstSession: `${start}T08:30` }
  const until = offerEnds(Date.now(), rules) ?? Date.now() + 2 * 3_600_000
  const entries = await entriesOf(processing, numberOf)
  const project: LargeProject = { eventId: id, host: host.institutionId, until, entries }
  await writeCases(processing, project)
  await writeSeats(processing, project)
  await setBack(processing, id, today)
}

/** The numbers of the offices and schools that take part. */
async function institutionsOf({ db }: CaseNeeds): Promise<Map<string, number>> {
  const names = [...quotas.map(([name]) => name), ...schools.flatMap(([name, pool]) => [name, pool])]
  const rows = await db.query<{ id: number; name: string }>(
    sql`select id, name from institution where name = any(${[...new Set(names)]}::text[])`,
  )
  return new Map(rows.map(({ id, name }) => [name, id]))
}

interface Candidate {
  readonly teacherId: number
  readonly school: string
  readonly schoolId: number
  readonly involved: readonly number[]
  readonly by: number
  readonly urbanRural: string | null
  readonly trainedUntil: string | null
}

/** Teachers of the schools who are in no other project, those of mathematics first. */
const candidatesOf = ({ db }: CaseNeeds): Promise<Candidate[]> =>
  db.query<Candidate>(sql`
    with last as (
      select r.owner_id, max(r.end_date)::text as until from rec_training_registration r
      where r.training_level <= '4' group by r.owner_id)
    select t.id as "teacherId", i.name as school, i.id as "schoolId", i.urban_rural as "urbanRural",
      array_remove(array[i.province_id, i.city_id, i.district_id, i.id], null) as involved, a.id as by,
      last.until as "trainedUntil"
    from teacher t
    join institution i on i.id = t.institution_id and i.name = any(${[...new Set(schools.map(([name]) => name))]}::text[])
    join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    left join last on last.owner_id = t.id
    where t.status = '11'
      and not exists (select 1 from identity o where o.person_id = t.person_id and o.role <> 2)
      and not exists (select 1 from process_case k where k.teacher_id = t.id and k.type = 'trainingEnrolment')
    order by t.subject is distinct from ${says.subject}, t.id`)

/** Who has a seat, is asked, waits or left, with the numbers of the seats. */
async function entriesOf(processing: CaseNeeds, numberOf: (name: string) => number): Promise<Entry[]> {
  const free = Map.groupBy(await candidatesOf(processing), ({ school }) => school)
  let seat = 0
  const entryOf = (school: string, pool: string, state: Entry['state'], no: number | null): Entry[] => {
    const found = free.get(school)?.shift()
    return found ? [{ ...found, id: uuidv7(), state, pool: numberOf(pool), no }] : []
  }
  const list: Entry[] = []
  for (const [school, pool, held, offered, waiting] of schools) {
    for (let nth = 0; nth < held; nth += 1) list.push(...entryOf(school, pool, 'confirmed', (seat += 1)))
    for (let nth = 0; nth < offered; nth += 1) {
      seat += 1
      list.push(...entryOf(school, pool, 'cancelled', seat), ...entryOf(school, pool, 'offered', seat))
    }
    for (let nth = 0; nth < waiting; nth += 1) list.push(...entryOf(school, pool, 'waitlisted', null))
  }
  return list
}

/** The moves of each state, as move, from, to and days ago. */
const ways: Readonly<Record<Entry['state'], readonly (readonly [string, string, string, number])[]>> = {
  confirmed: [
    ['submit', 'draft', 'recommending', 30],
    ['approve', 'recommending', 'recommending', 26],
    ['approve', 'recommending', 'confirmed', 20],
  ],
  waitlisted: [
    ['submit', 'draft', 'recommending', 28],
    ['waitlist', 'recommending', 'waitlisted', 24],
  ],
  offered: [
    ['submit', 'draft', 'recommending', 28],
    ['waitlist', 'recommending', 'waitlisted', 24],
    ['offer', 'waitlisted', 'offered', 0],
  ],
  cancelled: [
    ['submit', 'draft', 'recommending', 30],
    ['approve', 'recommending', 'confirmed', 22],
    ['cancel', 'confirmed', 'cancelled', 0],
  ],
}

/** The cases as those calls leave them that the portal makes for each. */
async function writeCases({ db }: CaseNeeds, { eventId, host, until, entries }: LargeProject): Promise<void> {
  const agreed = minuteOf(Date.now() - 20 * day)
  const rows = entries.map(({ id, teacherId, schoolId, involved, by, state, no }) => ({
    id,
    teacherId,
    schoolId,
    involved,
    by,
    state,
    version: ways[state].length + 1,
    offered: state === 'offered',
    over: state === 'cancelled',
    parties: { teacher: schoolId, school: schoolId, host },
    value: {
      trainingRole: '1',
      reason: '希望把大单元设计用到本学期的课堂里。',
      creditHours: '40.0',
      agreedAt: agreed,
      seatNo: no,
      className: state === 'confirmed' && no !== null ? (no % 2 === 1 ? '一班' : '二班') : null,
      acceptBy: state === 'offered' ? minuteOf(until) : null,
      offers: state === 'offered' ? 1 : null,
    },
  }))
  await db.execute(sql`
    insert into process_case (institution_id, id, type, state, value, subject_kind, teacher_id, parties, involved,
      holder_institution_id, holder_role, open, handed_in, under_way, by_identity, campaign_id, version, acts_on, acts_at)
    select x."schoolId", x.id, 'trainingEnrolment', x.state, x.value, 'teacher', x."teacherId", x.parties,
      (select array_agg(v::int) from jsonb_array_elements_text(x.involved) v),
      case when x.over then null when x.offered then x."schoolId" else ${host}::int end,
      case when x.over then null when x.offered then 2 else 5 end, not x.over, true, not x.over, x.by, ${eventId}::uuid,
      x.version, case when x.offered then (${new Date(until).toISOString()}::timestamptz at time zone 'Asia/Shanghai')::date end,
      case when x.offered then ${new Date(until).toISOString()}::timestamptz end
    from jsonb_to_recordset(${sql.json(rows)}) as x (id uuid, "teacherId" int, "schoolId" int, involved jsonb, by int,
      state text, version int, offered boolean, over boolean, parties jsonb, value jsonb)`)
  const moves = entries.flatMap(({ id, schoolId, by, state }) =>
    ways[state].map(([move, from, to, ago], nth) => ({
      id,
      schoolId,
      no: nth + 1,
      move,
      from,
      to,
      ago,
      by: ['submit', 'cancel'].includes(move) ? by : null,
      reason: move === 'cancel' ? '学校安排了其他任务' : null,
    })),
  )
  await db.execute(sql`
    insert into process_event (institution_id, case_id, no, move, from_state, to_state, by_identity, by_institution,
      reason, at)
    select x."schoolId", x.id, x.no, x.move, x."from", x."to", x.by, case when x.by is null then null else x."schoolId" end,
      x.reason, now() - make_interval(days => x.ago)
    from jsonb_to_recordset(${sql.json(moves)}) as x (id uuid, "schoolId" int, no int, move text, "from" text, "to" text,
      ago int, by int, reason text)`)
}

/** Pools of schools, seats with their chains, and the waiting list by need. */
async function writeSeats({ db }: CaseNeeds, { eventId, host, until, entries }: LargeProject): Promise<void> {
  const seats = entries.filter(({ state }) => state === 'confirmed' || state === 'offered')
  await db.execute(sql`
    with used as (
      select x.pool, count(*)::int as many from jsonb_to_recordset(${sql.json(seats)}) as x (pool int) group by x.pool),
    own as (
      update seat_pool p set used = u.many from used u
      where p.event_id = ${eventId}::uuid and p.institution_id = u.pool
      returning p.institution_id),
    schools as (
      insert into seat_pool (event_id, institution_id, granted_by, granted, used)
      select ${eventId}::uuid, u.pool, i.parent_id, u.many, u.many
      from used u join institution i on i.id = u.pool
      where u.pool not in (select p.institution_id from seat_pool p where p.event_id = ${eventId}::uuid)
      returning granted_by, granted)
    update seat_pool p set given = p.given + g.many
    from (select granted_by, sum(granted)::int as many from schools group by granted_by) g
    where p.event_id = ${eventId}::uuid and p.institution_id = g.granted_by`)
  const stop = new Date(until).toISOString()
  await db.execute(sql`
    insert into seat (event_id, no, institution_id, holder, state, until)
    select ${eventId}::uuid, x.no, x.pool, x.id, case x.state when 'offered' then 'offered' else 'held' end,
      case x.state when 'offered' then ${stop}::timestamptz end
    from jsonb_to_recordset(${sql.json(seats)}) as x (id uuid, no int, pool int, state text)`)
  await db.execute(sql`
    update seat_book set minted = (select max(no) from seat where event_id = ${eventId}::uuid)
    where event_id = ${eventId}::uuid`)
  const chains = entries.flatMap(({ id, no, pool, state }) => {
    if (no === null) return []
    if (state === 'offered') return [{ id, seat: no, no: 3, act: 'offered', pool, ago: 0, reason: '' }]
    const taken = { id, seat: no, no: 1, act: 'taken', pool, ago: 26, reason: '' }
    return state === 'confirmed'
      ? [taken]
      : [taken, { ...taken, no: 2, act: 'freed', ago: 0, reason: '学校安排了其他任务' }]
  })
  await db.execute(sql`
    insert into seat_event (event_id, seat_no, no, act, holder, institution_id, until, reason, at)
    select ${eventId}::uuid, x.seat, x.no, x.act, x.id, x.pool, case x.act when 'offered' then ${stop}::timestamptz end,
      x.reason, now() - make_interval(days => x.ago, secs => 3 - x.no)
    from jsonb_to_recordset(${sql.json(chains)}) as x (id uuid, seat int, no int, act text, pool int, ago int, reason text)`)
  const waiting = entries
    .filter(({ state }) => state === 'waitlisted' || state === 'offered')
    .map((entry, nth) => ({
      ...entry,
      ...orderOf(entry, nth),
      line: entry.pool === host ? entry.schoolId : entry.pool,
    }))
  await db.execute(sql`
    insert into seat_waiting (event_id, holder, institution_id, order_key, because, since, left_at)
    select ${eventId}::uuid, x.id, x.line, x.key, x.because, now() - make_interval(days => 24),
      case x.state when 'offered' then now() end
    from jsonb_to_recordset(${sql.json(waiting)}) as x (id uuid, line int, key text, because text, state text)`)
}

/** Where somebody comes in the line: as the portal writes it for a project that goes by need. */
function orderOf({ trainedUntil, urbanRural }: Entry, nth: number) {
  const rural = urbanRural?.startsWith('2') ? '3' : urbanRural?.startsWith('12') ? '2' : '1'
  const locality = urbanRural === null ? null : (rural as '1' | '2' | '3')
  return waitOrder('need', { rank: null, trainedUntil, locality, gap: 60 + ((nth * 7) % 12) * 10 })
}

/** What was said before the entries lies before them, too. */
async function setBack({ db }: CaseNeeds, id: string, today: string): Promise<void> {
  const project = await campaignById(db, id)
  if (!project) return
  const value = { signupEnd: `${addDays(today, -8)}T18:00` }
  await db.execute(sql`
    update campaign set value = value || ${sql.json(value)}::jsonb where id = ${id}::uuid`)
  await db.execute(sql`
    update campaign_event e
    set at = e.at - make_interval(days => case e.action when 'close' then 8 else 38 end)
    where e.campaign_id = ${id}::uuid`)
}
