import type { Region } from '../../app/testing/test-region.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

/** A training or a prize as the tests have them. */
export interface TestTraining {
  readonly year: number
  readonly level: string
  readonly hours: number
  readonly endDate: string
}

/** What the tests know of a person; null where nothing is filled. */
export interface TestPerson {
  readonly name: string
  readonly place: number
  readonly status: string
  readonly gender: string
  readonly birthDate: string | null
  readonly education: string | null
  readonly titleLevel: string | null
  readonly subject: string | null
  readonly teachStart: string | null
  readonly staffCategory: string
  readonly inEstablishment: boolean | null
  readonly backbone: boolean | null
  readonly politics: readonly string[] | null
  readonly category: string | null
  readonly trainings: readonly TestTraining[]
}

async function addOne({ db }: Region, person: TestPerson): Promise<number> {
  const { id: personId } = await db.one<{ id: number }>(
    sql`insert into person (name) values (${person.name}) returning id`,
  )
  const { id } = await db.one<{ id: number }>(sql`
    insert into teacher (person_id, name, name_sort, institution_id, district_id, city_id, province_id, status)
    select ${personId}, ${person.name}, ${person.name}, id, district_id, city_id, province_id, ${person.status}
    from institution
    where id = ${person.place}
    returning id`)
  await db.query(sql`
    insert into membership (teacher_id, id, institution_id, kind, from_on)
    values (${id}, ${uuidv7()}, ${person.place}, 'personnel', '2010-09-01')`)
  const scope = sql`institution_id, district_id, city_id, province_id`
  await db.query(sql`
    insert into rec_basic_info (owner_id, id, version, ${scope}, recorded_by, name, gender, birth_date,
      highest_education, title_level, main_subject, teach_start_month, staff_category, in_establishment,
      is_backbone_teacher, political_status, position_category)
    select ${id}, ${uuidv7()}, 1, ${scope}, 1, ${person.name}, ${person.gender}, ${person.birthDate}::date,
      ${person.education}, ${person.titleLevel}, ${person.subject}, ${person.teachStart}, ${person.staffCategory},
      ${person.inEstablishment}, ${person.backbone}, ${person.politics ? [...person.politics] : null}::text[],
      ${person.category}
    from teacher
    where id = ${id}`)
  for (const { year, level, hours, endDate } of person.trainings)
    await db.query(sql`
      insert into rec_training_registration (owner_id, id, version, ${scope}, recorded_by, training_year,
        training_level, credit_hours, end_date, start_date)
      select ${id}, ${uuidv7()}, 1, ${scope}, 1, ${year}, ${level}, ${hours}, ${endDate}::date, ${endDate}::date
      from teacher
      where id = ${id}`)
  return id
}

/**
 * Adds people with their basic information and trainings in force. Returns their numbers in the same order.
 */
export async function addPeople(region: Region, people: readonly TestPerson[]): Promise<number[]> {
  const ids: number[] = []
  for (const person of people) ids.push(await addOne(region, person))
  return ids
}
