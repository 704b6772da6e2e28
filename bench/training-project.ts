import type { Region } from '../server/app/testing/test-region.ts'
import { addDays, today, uuidv7 } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'

/** Teachers of the school of a region, so many; answers their numbers. */
export async function addLearners({ db, places }: Region, many: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    with people as (
      insert into person (name) select '学员' || n from generate_series(1, ${many}::int) n returning id),
    numbered as (select id, row_number() over (order by id) as n from people),
    teachers as (
      insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id, status)
      select id, '学员' || n, 'x', ${places.school}, ${places.district}, ${places.city}, ${places.province}, '11'
      from numbered returning id),
    belong as (
      insert into membership (teacher_id, id, institution_id, kind, from_on)
      select id, gen_random_uuid(), ${places.school}, 'personnel', '2015-09-01' from teachers)
    select id from teachers order by id`)
  return rows.map(({ id }) => id)
}

/** What a project says, and in which state it is. */
interface FilledProject {
  readonly state: string
  readonly learners: readonly number[]
  readonly sessions?: number
  /** What it says beside, and instead. */
  readonly says?: Readonly<Record<string, unknown>>
}

/** A project of the school with learners in their seats, and sessions that are over with a mark of everybody. */
export async function addFilled(
  { db, places, people }: Region,
  { state, learners, sessions = 0, says = {} }: FilledProject,
): Promise<string> {
  const id = uuidv7()
  const value = {
    projectYear: Number(today().slice(0, 4)),
    trainingKind: '03',
    trainingWay: '1',
    trainingLevel: '5',
    startDate: addDays(today(), -20),
    endDate: addDays(today(), -1),
    quota: Math.max(1, learners.length),
    pooled: true,
    creditKind: '2',
    creditHours: 40,
    ...says,
  }
  await db.execute(sql`
    insert into campaign (institution_id, id, type, collects, state, title, value, by_identity)
    values (${places.school}, ${id}::uuid, 'trainingProject', 'trainingEnrolment', ${state}, '大单元研修',
      ${sql.json(value)}, ${people.school.identityId})`)
  const involved = [places.school, places.district, places.city, places.province]
  await db.execute(sql`
    insert into process_case (institution_id, id, type, state, teacher_id, parties, involved, by_identity,
      holder_institution_id, holder_role, campaign_id, handed_in, under_way, version, value)
    select ${places.school}, gen_random_uuid(), 'trainingEnrolment', 'learning', x.teacher,
      ${sql.json({ school: places.school, host: places.school })}, ${involved}::int[], ${people.school.identityId},
      ${places.school}, 3, ${id}::uuid, true, true, 10, jsonb_build_object('seatNo', x.n, 'trainingRole', '1')
    from unnest(${[...learners]}::int[]) with ordinality x (teacher, n)`)
  await db.execute(sql`
    insert into presence_book (event_id, rules)
    values (${id}::uuid, '{"lateAfter": 10, "closesAfter": 40, "latesPerAbsence": 3, "signOut": false, "leastAttendance": 80}')`)
  for (let n = 0; n < sessions; n += 1) {
    const session = uuidv7()
    const day = addDays(today(), n - sessions)
    await db.execute(sql`
      insert into presence_session (event_id, id, starts_at, ends_at, place, tenths)
      values (${id}::uuid, ${session}::uuid, ${`${day}T08:30:00+08:00`}, ${`${day}T11:30:00+08:00`}, '阶梯教室', 20)`)
    await db.execute(sql`
      insert into training_session (campaign_id, id, title, lecturer, class_name, mode)
      values (${id}::uuid, ${session}::uuid, ${`第 ${n + 1} 讲`}, '陶叙白', '', '1')`)
    await db.execute(sql`
      insert into presence_mark (event_id, id, session_id, teacher_id, way, status, means, moment, decided)
      select ${id}::uuid, gen_random_uuid(), ${session}::uuid, x, 'in', '1', 'code', ${`${day}T08:25:00+08:00`}, false
      from unnest(${[...learners]}::int[]) x`)
  }
  return id
}
