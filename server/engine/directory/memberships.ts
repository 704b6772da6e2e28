import { AppError } from '../../../catalogue/errors.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { changeTeachers } from './told-systems.ts'
import { takeTurn } from './turns.ts'

/** The latest personnel membership of a person; `to` is its last day, null while it goes on. */
export interface Personnel {
  readonly id: string
  readonly institutionId: number
  readonly institution: string
  readonly from: string
  readonly to: string | null
  readonly cause: string | null
}

/** Where a person belongs. */
export interface PersonPlace {
  readonly teacherId: number
  readonly personId: number
  readonly name: string
  /** Code of dictionary employmentStatus. */
  readonly status: string
  /** The institution that keeps the archive. */
  readonly institutionId: number | null
  /** Null before the first one. */
  readonly personnel: Personnel | null
}

/**
 * Takes people for a change: locks their rows, in the order of their numbers, and reads where they belong
 * once nobody else can change it. 404 where one of them has no archive, or leads to another number.
 */
export async function takeBelongings(
  tx: Tx,
  teacherIds: readonly number[],
): Promise<Map<number, PersonPlace>> {
  const ids = [...new Set(teacherIds)]
  await takeTurn(tx)
  const people = await tx.query<Omit<PersonPlace, 'personnel'>>(sql`
    select id as "teacherId", person_id as "personId", name, status, institution_id as "institutionId"
    from teacher
    where id = any(${ids}::int[]) and joined_into is null
    order by id
    for update`)
  if (people.length < ids.length) throw new AppError('missing')
  const latest = await tx.query<Personnel & { teacherId: number }>(sql`
    select distinct on (m.teacher_id) m.teacher_id as "teacherId", m.id, m.institution_id as "institutionId",
      i.name as institution, m.from_on as from, m.to_on as to, m.cause
    from membership m
    join institution i on i.id = m.institution_id
    where m.kind = 'personnel' and m.teacher_id = any(${ids}::int[])
    order by m.teacher_id, m.from_on desc`)
  const byTeacher = new Map(latest.map(({ teacherId, ...personnel }) => [teacherId, personnel]))
  return new Map(
    people.map((one) => [one.teacherId, { ...one, personnel: byTeacher.get(one.teacherId) ?? null }]),
  )
}

/** A teaching membership: lessons at another institution than the one that keeps the personnel file. */
export interface TeachingMembership {
  readonly id: string
  readonly teacherId: number
  readonly institutionId: number
  readonly institution: string
  readonly from: string
  readonly to: string | null
  readonly fullTime: boolean
  readonly cause: string | null
}

/** The teaching memberships of people that last beyond a day, or begin after it. */
export async function teachingsAfter(
  tx: Tx,
  after: readonly { readonly teacherId: number; readonly day: string }[],
): Promise<TeachingMembership[]> {
  return tx.query<TeachingMembership>(sql`
    select m.id, m.teacher_id as "teacherId", m.institution_id as "institutionId", i.name as institution,
      m.from_on as from, m.to_on as to, m.full_time as "fullTime", m.cause
    from unnest(${after.map(({ teacherId }) => teacherId)}::int[], ${after.map(({ day }) => day)}::date[])
      asked (teacher_id, day)
    join membership m on m.teacher_id = asked.teacher_id and m.kind = 'teaching'
      and (m.to_on is null or m.to_on > asked.day)
    join institution i on i.id = m.institution_id
    order by m.teacher_id, m.from_on`)
}

/** The teaching memberships at institutions that last beyond a day, or begin after it. */
export async function teachingsAt(
  tx: Tx,
  institutionIds: readonly number[],
  day: string,
): Promise<TeachingMembership[]> {
  return tx.query<TeachingMembership>(sql`
    select m.id, m.teacher_id as "teacherId", m.institution_id as "institutionId", i.name as institution,
      m.from_on as from, m.to_on as to, m.full_time as "fullTime", m.cause
    from membership m
    join institution i on i.id = m.institution_id
    where m.institution_id = any(${[...institutionIds]}::int[]) and m.kind = 'teaching'
      and (m.to_on is null or m.to_on > ${day}::date)
    order by m.teacher_id, m.from_on`)
}

export interface Membership {
  readonly id: string
  readonly teacherId: number
  readonly institutionId: number
  readonly kind: 'personnel' | 'teaching'
  readonly from: string
  readonly to: string | null
  readonly fullTime: boolean
  readonly cause: string | null
}

/** A membership yet to be written, with its number. */
export const newMembership = (given: Omit<Membership, 'id'>): Membership => ({ id: uuidv7(), ...given })

/** The last day of a membership, null for none. */
export interface LastDay {
  readonly teacherId: number
  readonly id: string
  readonly to: string | null
}

/** What changes of people's memberships; removed ones go first, so that what takes their place fits. */
export interface MembershipChange {
  readonly removed?: readonly Pick<Membership, 'teacherId' | 'id'>[]
  readonly ended?: readonly LastDay[]
  readonly opened?: readonly Membership[]
}

/** Writes memberships of any number of people, a statement for each kind of change. */
export async function changeMemberships(tx: Tx, change: MembershipChange): Promise<void> {
  const { removed = [], ended = [], opened = [] } = change
  if (removed.length > 0)
    await tx.execute(sql`
      delete from membership m
      using unnest(${removed.map(({ teacherId }) => teacherId)}::int[],
        ${removed.map(({ id }) => id)}::uuid[]) gone (teacher_id, id)
      where m.teacher_id = gone.teacher_id and m.id = gone.id`)
  if (ended.length > 0)
    await tx.execute(sql`
      update membership m
      set to_on = day.to_on
      from unnest(${ended.map(({ teacherId }) => teacherId)}::int[], ${ended.map(({ id }) => id)}::uuid[],
        ${ended.map(({ to }) => to)}::date[]) day (teacher_id, id, to_on)
      where m.teacher_id = day.teacher_id and m.id = day.id`)
  if (opened.length > 0)
    await tx.execute(sql`
      insert into membership (teacher_id, id, institution_id, kind, from_on, to_on, cause, full_time)
      select "teacherId", id, "institutionId", kind, "from", "to", cause, "fullTime"
      from jsonb_to_recordset(${sql.json(opened)}) as x("teacherId" int, id uuid, "institutionId" int,
        kind text, "from" date, "to" date, cause text, "fullTime" boolean)`)
}

/** What the teacher's row says of a person's place and status; a key that is undefined stays. */
export interface PlaceChange {
  readonly teacherId: number
  /** The institution that keeps the archive. */
  readonly institutionId?: number | undefined
  /** Code of dictionary employmentStatus. */
  readonly status?: string | undefined
}

/** Takes people out of every place: they belonged nowhere here before what is taken back. */
export async function unplaceTeachers(tx: Tx, teacherIds: readonly number[]): Promise<void> {
  await changeTeachers(tx, {
    which: sql`id = any(${[...teacherIds]}::int[])`,
    sets: sql`institution_id = null, district_id = null, city_id = null, province_id = null`,
  })
}

/** Writes place and status of people to their rows; the place brings district, city and province along. */
export async function placeTeachers(tx: Tx, placings: readonly PlaceChange[]): Promise<void> {
  await changeTeachers(tx, {
    which: sql`id = any(${placings.map(({ teacherId }) => teacherId)}::int[])`,
    sets: sql`status = coalesce(x.status, t.status), institution_id = i.id, district_id = i.district_id,
      city_id = i.city_id, province_id = i.province_id`,
    from: sql`
      join jsonb_to_recordset(${sql.json(placings)}) as x("teacherId" int, "institutionId" int, status text)
        on x."teacherId" = was.id
      join institution i on i.id = coalesce(x."institutionId", was.institution_id)`,
  })
}
