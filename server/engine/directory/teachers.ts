import { today } from '../../platform/clock/clock.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { changeMemberships, newMembership } from './memberships.ts'
import { nameSets } from './people.ts'
import { changeTeachers, tellAdded } from './told-systems.ts'

/** The institution that has a person's personnel file; undefined when the person has no archive. */
export async function schoolOfPerson(
  db: Queryable,
  personId: number,
): Promise<{ institution_id: number | null } | undefined> {
  return db.maybeOne(sql`select institution_id from teacher where person_id = ${personId}`)
}

/** The begin of a membership: first day, and code of dictionary employmentStatus. */
export interface Entry {
  readonly on: string
  readonly status: string
}

/**
 * Opens an empty archive for a person at a school: the teacher's row and a personnel membership, by default
 * from today and in service.
 */
export async function openArchive(
  tx: Tx,
  personId: number,
  institutionId: number,
  { on, status }: Entry = { on: today(), status: '11' },
): Promise<void> {
  const made = await tx.maybeOne<{ id: number }>(sql`
    insert into teacher (person_id, name, name_sort, name_forms, institution_id, district_id, city_id, province_id,
      status)
    select p.id, p.name, p.name_sort, p.name_forms, i.id, i.district_id, i.city_id, i.province_id, ${status}::text
    from person p, institution i
    where p.id = ${personId} and i.id = ${institutionId}
    returning id`)
  if (!made) return
  await tellAdded(tx, [made.id])
  const opened = newMembership({
    teacherId: made.id,
    institutionId,
    kind: 'personnel',
    from: on,
    to: null,
    fullTime: false,
    cause: null,
  })
  await changeMemberships(tx, { opened: [opened] })
}

/**
 * Opens an empty archive for a person who belongs to no institution here yet: nobody has them in their scope
 * until a membership begins. Answers the teacher's number.
 */
export async function openArchiveOfOutsider(tx: Tx, personId: number): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into teacher (person_id, name, name_sort, name_forms)
    select id, name, name_sort, name_forms from person where id = ${personId}
    returning id`)
  await tellAdded(tx, [id])
  return id
}

/** What the teacher's row repeats of the basic information, for lists to sort and search by. */
export interface TeacherFacts {
  readonly name: string
  readonly stage: string | null
  readonly subject: string | null
}

/** Level of the title a teacher holds: a code of dictionary titleLevel, null without a title. */
export interface TitleLevel {
  readonly id: number
  readonly level: string | null
}

/** Copies the levels of titles, which archives derive, to the teachers' rows. */
export async function followTitleLevels(tx: Tx, levels: readonly TitleLevel[]): Promise<void> {
  if (levels.length === 0) return
  await changeTeachers(tx, {
    which: sql`id = any(${levels.map(({ id }) => id)}::int[])`,
    sets: sql`title_level = given.level`,
    from: sql`join unnest(${levels.map(({ id }) => id)}::int[], ${levels.map(({ level }) => level)}::text[])
      as given (id, level) on given.id = was.id`,
  })
}

/** Copies the basic information that became effective to the teacher's row, and the name to the person. */
export async function followBasicInformation(
  tx: Tx,
  teacherId: number,
  { name, stage, subject }: TeacherFacts,
): Promise<void> {
  await changeTeachers(tx, {
    which: sql`id = ${teacherId}`,
    sets: sql`${nameSets(name)}, stage = ${stage}, subject = ${subject}`,
  })
  await tx.execute(
    sql`update person
      set ${nameSets(name)}
      where id = (select person_id from teacher where id = ${teacherId})`,
  )
}
