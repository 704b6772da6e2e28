import type { AnyRecord } from '../catalogue/define.ts'
import { snake, tableName } from '../server/engine/schema/index.ts'
import type { Database, Queryable } from '../server/platform/db/database.ts'
import { sql, type Sql } from '../server/platform/db/sql.ts'

/** Distances between the numbers of a teacher and of the copies; officers keep theirs, which come first. */
interface Strides {
  readonly person: number
  readonly identity: number
  readonly teacher: number
  readonly officers: number
}

/**
 * What a column of a copy holds in place of the original's value, by column name. `k` is the number of the
 * copy.
 */
type ChangedColumns = Readonly<Record<string, Sql>>

/**
 * An id of its own for each copy: the number of the copy is added to four digits of the random part of a
 * UUIDv7.
 */
const copyOfId = (column: string): Sql => {
  const id = sql`o.${sql.id(column)}::text`
  const digits = sql`('x' || substr(${id}, 25, 4))::bit(16)::int`
  return sql`overlay(${id} placing lpad(to_hex((${digits} + k) % 65536), 4, '0') from 25 for 4)::uuid`
}

const moved = (column: string, stride: number): Sql => sql`o.${sql.id(column)} + k * ${sql.lit(stride)}`

/** The number of a record, which carries its owner in its last eight digits (docs/decisions/0123). */
const copyOfRecord = (column: string, stride: number): Sql =>
  sql`overlay(${copyOfId(column)}::text placing lpad(to_hex(${moved('owner_id', stride)}), 8, '0') from 29)::uuid`

/** Officers are not copied: what points to one goes on pointing there. */
const movedTeacher = (column: string, stride: number, officers: number): Sql =>
  sql`case when o.${sql.id(column)} > ${sql.lit(officers)} then ${moved(column, stride)} else o.${sql.id(column)} end`

/** Copies every row of `from` (alias `o`), `times` times, all columns as they are but the changed ones. */
async function copy(
  db: Queryable,
  table: string,
  from: Sql,
  times: number,
  changed: ChangedColumns,
): Promise<void> {
  const columns = await db.query<{ name: string }>(sql`
    select attname as name
    from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`)
  const names = columns.map(({ name }) => name)
  const cells = names.map((name) => changed[name] ?? sql`o.${sql.id(name)}`)
  await db.execute(sql`
    insert into ${sql.id(table)} (${sql.join(names.map((name) => sql.id(name)))}) overriding system value
    select ${sql.join(cells)} from ${from}, generate_series(1, ${times}) k`)
}

const sealedKeys = (definition: AnyRecord): string[] =>
  Object.keys(definition.fields).filter((key) => definition.fields[key]?.sealed)

/** A person's sealed columns and the keys that are unique to a person. */
const ofOnePerson = [
  'login_name',
  'id_no_sealed',
  'id_no_key',
  'mobile_sealed',
  'mobile_key',
  'activation_hash',
]

function revisionColumns(
  { teacher, person, identity, officers }: Strides,
  records: readonly AnyRecord[],
): ChangedColumns {
  const keys = [...new Set(records.flatMap(sealedKeys))]
  return {
    owner_id: moved('owner_id', teacher),
    id: copyOfId('id'),
    record_id: copyOfRecord('record_id', teacher),
    previous_id: copyOfId('previous_id'),
    value: sql`o.value - array[${sql.join(keys.map((key) => sql.lit(key)))}]::text[]`,
    by_identity: movedTeacher('by_identity', identity, officers),
    submitted_by: movedTeacher('submitted_by', person, officers),
  }
}

async function people(db: Queryable, times: number, { person, identity, teacher }: Strides): Promise<void> {
  const none = Object.fromEntries(ofOnePerson.map((column) => [column, sql`null`]))
  await copy(
    db,
    'person',
    sql`(select p.* from person p join teacher t on t.person_id = p.id order by p.id) o`,
    times,
    { ...none, id: moved('id', person) },
  )
  await copy(db, 'identity', sql`(select * from identity where role = 2 order by id) o`, times, {
    id: moved('id', identity),
    person_id: moved('person_id', person),
  })
  await copy(db, 'teacher', sql`teacher o`, times, {
    id: moved('id', teacher),
    person_id: moved('person_id', person),
  })
  await copy(db, 'membership', sql`membership o`, times, {
    teacher_id: moved('teacher_id', teacher),
    id: copyOfId('id'),
  })
}

async function archives(
  db: Queryable,
  times: number,
  strides: Strides,
  records: readonly AnyRecord[],
): Promise<void> {
  const { teacher, identity, officers } = strides
  for (const definition of records) {
    const table = tableName(definition.name)
    const sealed = Object.fromEntries(sealedKeys(definition).map((key) => [snake(key), sql`null`]))
    await copy(db, table, sql`${sql.id(table)} o`, times, {
      ...sealed,
      owner_id: moved('owner_id', teacher),
      id: copyOfRecord('id', teacher),
      recorded_by: movedTeacher('recorded_by', identity, officers),
    })
  }
  await copy(db, 'revision_event', sql`revision_event o`, times, {
    owner_id: moved('owner_id', teacher),
    id: copyOfId('id'),
    revision_id: copyOfId('revision_id'),
    record_id: copyOfRecord('record_id', teacher),
    by_identity: movedTeacher('by_identity', identity, officers),
  })
}

/**
 * Makes of every teacher `times` more, with the records and the timeline, by the database alone and in the
 * same schools. Copies have no sealed values, because those are bound to the record they were sealed for. For
 * an otherwise unused database without its indexes.
 */
export async function multiply(db: Database, records: readonly AnyRecord[], times: number): Promise<void> {
  const owned = records.filter(({ owner }) => owner === 'teacher')
  const strides = await db.one<Strides>(sql`
    select (select max(id)
      from person) as person, (select max(id)
      from identity) as identity, (select max(id)
      from teacher) as teacher,
      (select count(*)::int from identity where role <> 2) as officers`)
  await db.execute(sql`update person p set name_sort = t.name_sort from teacher t where t.person_id = p.id`)
  await people(db, times, strides)
  // Revisions are the longest table: copied beside the rest.
  await Promise.all([
    archives(db, times, strides, owned),
    copy(db, 'revision', sql`revision o`, times, revisionColumns(strides, owned)),
  ])
}

/**
 * Audit rows as the portal writes them, in the order of their time: one for each revision, one sign-in for
 * each identity.
 */
export async function writeAudit(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into audit (at, by_identity, action, type, owner_id, record_id, person_id, facts)
    select at, by_identity, action, type, owner_id, record_id, person_id, facts from (
      select updated_at as at, by_identity,
        case state when 'approved' then 'flow.approved' when 'inReview' then 'flow.submitted' else 'record.edited' end as action,
        type, owner_id, record_id, null::int as person_id, jsonb_build_object('revision', id) as facts
        from revision
      union all
      select now() - make_interval(mins => (id::bigint * 7919 % 500000)::int), id, 'login', null, null, null,
        person_id, '{"ip": "10.0.0.1"}'
      from identity) a
    order by at`)
}

/** Findings of the data-quality sweep: three in ten archives have two each, all have been examined. */
export async function writeFindings(db: Queryable): Promise<void> {
  await db.execute(sql`
    insert into quality_check (owner_id, institution_id, district_id, city_id, province_id, faulty)
    select id, institution_id, district_id, city_id, province_id, id % 10 < 3 from teacher`)
  await db.execute(sql`
    insert into quality_finding (owner_id, kind, type, field, message, institution_id, district_id, city_id,
        province_id)
    select id, (array['missing', 'contradiction', 'outlier'])[1 + id % 3],
      (array['basicInfo', 'studyExperience'])[n], 'name', '缺少栏目',
      institution_id, district_id, city_id, province_id
      from teacher, generate_series(1, 2) n
      where id % 10 < 3`)
}
