import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { nameForms } from '../names/index.ts'
import { changeMemberships, newMembership } from './memberships.ts'
import type { PersonForms } from './people.ts'
import { tellAdded, tellGone } from './told-systems.ts'

/**
 * Somebody whom a table brings: a person, a teacher's account without a password, an archive and where they
 * belong.
 */
export interface NewTeacher {
  readonly name: string
  readonly idNo: string
  readonly mobile: string | null
  readonly institutionId: number
  readonly districtId: number | null
  readonly cityId: number | null
  readonly provinceId: number | null
  /** First day of the personnel relation. */
  readonly entryOn: string
  /** Code of dictionary employmentStatus. */
  readonly status: string
  readonly stage: string | null
  readonly subject: string | null
  /** Code of dictionary titleLevel. */
  readonly titleLevel: string | null
  /** Names the import. */
  readonly cause: string
}

export interface OpenedTeacher {
  readonly personId: number
  readonly teacherId: number
}

async function drawn(tx: Tx, table: 'person' | 'teacher', many: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::int as id from generate_series(1, ${many})`)
  return rows.map(({ id }) => id)
}

/** A person, a teacher and their account as one row of what is written. */
function rowOf({ keys }: PersonForms, one: NewTeacher & OpenedTeacher) {
  const { personId, teacherId } = one
  const sealedAs = (column: 'id_no' | 'mobile', value: string | null) =>
    value === null
      ? { sealed: null, key: null }
      : { sealed: keys.seal(value, `person|${column}|${personId}`), key: keys.blind(column, value) }
  const number = sealedAs('id_no', one.idNo)
  const phone = sealedAs('mobile', one.mobile)
  const { sort, found } = nameForms(one.name)
  return {
    person: personId,
    teacher: teacherId,
    name: one.name,
    sort,
    found,
    idSealed: number.sealed,
    idKey: number.key,
    phoneSealed: phone.sealed,
    phoneKey: phone.key,
    institution: one.institutionId,
    district: one.districtId,
    city: one.cityId,
    province: one.provinceId,
    status: one.status,
    stage: one.stage,
    subject: one.subject,
    level: one.titleLevel,
  }
}

/**
 * Throws `duplicate` where a number of these people is another person's under an index of the other suite; the
 * database itself refuses those of the suite in force.
 */
async function refuseKnown(
  tx: Tx,
  { keys }: PersonForms,
  people: readonly (NewTeacher & OpenedTeacher)[],
): Promise<void> {
  const indexes = (column: 'id_no' | 'mobile') =>
    people.flatMap((one) => {
      const value = column === 'id_no' ? one.idNo : one.mobile
      return value === null ? [] : keys.blinds(column, value).slice(1)
    })
  const known = await tx.maybeOne(sql`
    select 1
    from person
    where id_no_key = any(${indexes('id_no')}::text[]) or mobile_key = any(${indexes('mobile')}::text[])
    limit 1`)
  if (known) throw new AppError('duplicate')
}

/** Draws the numbers of people whose archives `openArchives` opens. */
export async function drawTeachers(tx: Tx, many: number): Promise<OpenedTeacher[]> {
  const personIds = await drawn(tx, 'person', many)
  const teacherIds = await drawn(tx, 'teacher', many)
  return personIds.map((personId, place) => ({ personId, teacherId: teacherIds[place] ?? 0 }))
}

/**
 * Opens many archives in a few statements: person, identity of a teacher, teacher, personnel membership.
 * Numbers that somebody has already are refused by the database.
 * @param people each with the numbers drawn for them
 */
export async function openArchives(
  tx: Tx,
  forms: PersonForms,
  people: readonly (NewTeacher & OpenedTeacher)[],
): Promise<void> {
  if (people.length === 0) return
  const rows = people.map((one) => rowOf(forms, one))
  const given = sql`jsonb_to_recordset(${sql.json(rows)}) as x(person int, teacher int, name text, sort text, found text[],
    "idSealed" text, "idKey" text, "phoneSealed" text, "phoneKey" text, institution int, district int, city int,
    province int, status text, stage text, subject text, level text)`
  await tx.execute(sql`
    insert into person (id, name, name_sort, name_forms, id_no_sealed, id_no_key, mobile_sealed, mobile_key)
    select x.person, x.name, x.sort, x.found, x."idSealed", x."idKey", x."phoneSealed", x."phoneKey" from ${given}`)
  await refuseKnown(tx, forms, people)
  await tx.execute(sql`
    insert into identity (person_id, role, institution_id)
    select x.person, 2, x.institution from ${given}`)
  await tx.execute(sql`
    insert into teacher (id, person_id, name, name_sort, name_forms, institution_id, district_id, city_id,
      province_id, status, stage, subject, title_level)
    select x.teacher, x.person, x.name, x.sort, x.found, x.institution, x.district, x.city, x.province, x.status, x.stage,
      x.subject, x.level
    from ${given}`)
  await tellAdded(
    tx,
    people.map(({ teacherId }) => teacherId),
  )
  await changeMemberships(tx, {
    opened: people.map((one) =>
      newMembership({
        teacherId: one.teacherId,
        institutionId: one.institutionId,
        kind: 'personnel',
        from: one.entryOn,
        to: null,
        fullTime: true,
        cause: one.cause,
      }),
    ),
  })
}

/**
 * Rows that the portal itself makes about a new teacher: findings of the sweep, reminders, messages, choices.
 */
const madeByPortal = [
  { table: 'quality_finding', column: 'owner_id', of: 'teacher' },
  { table: 'quality_finding', column: 'other_id', of: 'teacher' },
  { table: 'quality_check', column: 'owner_id', of: 'teacher' },
  { table: 'reminder', column: 'owner_id', of: 'teacher' },
  { table: 'apart', column: 'low_id', of: 'teacher' },
  { table: 'apart', column: 'high_id', of: 'teacher' },
  { table: 'archive_task_person', column: 'teacher_id', of: 'teacher' },
  { table: 'password_history', column: 'person_id', of: 'person' },
  { table: 'message_choice', column: 'person_id', of: 'person' },
  { table: 'message_pace', column: 'person_id', of: 'person' },
] as const

/** Keeps the name of a person who is about to be removed: the audit goes on naming the number. */
const rememberName = (tx: Tx, personId: number): Promise<unknown> =>
  tx.execute(sql`
    insert into former_person (person_id, teacher_id, name, institution)
    select p.id, t.id, p.name, i.name
    from person p
    left join teacher t on t.person_id = p.id
    left join institution i on i.id = coalesce(t.institution_id, (
      select a.institution_id from identity a where a.person_id = p.id order by a.id limit 1))
    where p.id = ${personId}`)

/** Forgets the names of those who were removed before a moment: nothing is left that could name them. */
export const forgetFormerPeople = (tx: Queryable, before: string): Promise<number> =>
  tx.execute(sql`delete from former_person where at < ${before}::timestamptz`)

/**
 * Removes a person imported or registered by mistake: membership, archive, account, person, and what the
 * portal wrote about them by itself. The caller has checked that the person has no activity yet and has
 * removed the records. Throws a violated foreign key where a row of a case, a list or a session still names
 * the person.
 */
export async function forgetTeacher(tx: Tx, teacherId: number): Promise<void> {
  const person = await tx.one<{ id: number }>(
    sql`select person_id as id from teacher where id = ${teacherId}`,
  )
  await rememberName(tx, person.id)
  for (const { table, column, of } of madeByPortal)
    await tx.execute(
      sql`delete from ${sql.id(table)} where ${sql.id(column)} = ${of === 'teacher' ? teacherId : person.id}`,
    )
  await tx.execute(sql`
    delete from ${sql.id('message')}
    where identity_id in (select a.id from identity a where a.person_id = ${person.id})`)
  await tx.execute(sql`delete from membership where teacher_id = ${teacherId}`)
  const { personId } = await tx.one<{ personId: number }>(
    sql`delete from teacher where id = ${teacherId} returning person_id as "personId"`,
  )
  await tellGone(tx, { personId, teacherId })
  await tx.execute(sql`delete from identity where person_id = ${personId}`)
  await tx.execute(sql`delete from person where id = ${personId}`)
}

/**
 * Takes an account out again that a table brought and nobody used; false where it was used or has an archive.
 */
export async function forgetAccount(tx: Tx, personId: number): Promise<boolean> {
  const used = await tx.maybeOne(sql`
    select 1 from person p
    where p.id = ${personId} and (p.password_hash is not null or p.last_login_at is not null)`)
  if (used) return false
  const teacher = await tx.maybeOne<{ id: number }>(sql`select id from teacher where person_id = ${personId}`)
  if (teacher) {
    if (await tx.maybeOne(sql`select 1 from revision where owner_id = ${teacher.id} limit 1`)) return false
    await forgetTeacher(tx, teacher.id)
    return true
  }
  await rememberName(tx, personId)
  await tx.execute(sql`delete from identity where person_id = ${personId}`)
  await tx.execute(sql`delete from person where id = ${personId}`)
  return true
}
