import { AppError } from '../../../catalogue/errors.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Queryable, Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { nameForms } from '../names/index.ts'
import { tellReached } from './told-systems.ts'

/** What a person is known by. A field that is undefined stays as it is; null empties it. */
export interface PersonFields {
  readonly name?: string | undefined
  readonly loginName?: string | null | undefined
  readonly idNo?: string | null | undefined
  readonly mobile?: string | null | undefined
}

/** Numbers of a person that are stored sealed, each with a keyed hash to find the person by. */
export type SealedNumber = 'mobile' | 'id_no'

const sealedFor = (keys: Keys, personId: number, column: SealedNumber | 'email', value: string | null) =>
  value === null ? null : keys.seal(value, `person|${column}|${personId}`)

/** What the directory needs to write a person: the keys by which numbers are sealed. */
export interface PersonForms {
  readonly keys: Keys
}

/** Adds a person and what they are known by; returns the person's number. Identities are added separately. */
export async function addPerson(
  tx: Tx,
  forms: PersonForms,
  known: PersonFields & { readonly name: string },
): Promise<number> {
  const { id } = await tx.one<{ id: number }>(
    sql`insert into person (name) values (${known.name}) returning id`,
  )
  await changeKnown(tx, forms, id, known)
  return id
}

/** Changes what a person is known by and raises the version. Numbers are stored sealed, with a keyed hash. */
export async function changeKnown(
  tx: Tx,
  { keys }: PersonForms,
  personId: number,
  given: PersonFields,
): Promise<void> {
  const sets = [
    ...(given.name === undefined ? [] : [nameSets(given.name)]),
    ...(given.loginName === undefined ? [] : [sql`login_name = ${given.loginName}`]),
    ...(given.idNo === undefined
      ? []
      : [
          sql`id_no_sealed = ${sealedFor(keys, personId, 'id_no', given.idNo)},
              id_no_key = ${given.idNo && keys.blind('id_no', given.idNo)}`,
        ]),
    ...(given.mobile === undefined
      ? []
      : [
          sql`mobile_sealed = ${sealedFor(keys, personId, 'mobile', given.mobile)},
              mobile_key = ${given.mobile && keys.blind('mobile', given.mobile)}`,
        ]),
    sql`version = version + 1`,
  ]
  const rings =
    given.mobile !== undefined &&
    (await tx.maybeOne(sql`
      select 1
      from person
      where id = ${personId} and ${isOtherThan(keys, 'mobile', given.mobile)}
      for no key update`))
  await tx.execute(sql`update person set ${sql.join(sets)} where id = ${personId}`)
  await refuseUnderOtherSuite(tx, keys, personId, { column: 'id_no', value: given.idNo ?? null })
  await refuseUnderOtherSuite(tx, keys, personId, { column: 'mobile', value: given.mobile ?? null })
  if (rings) await tellReached(tx, personId)
}

/** Changes the mobile that the person signs in with and is reached by. The caller checks that it is free. */
export async function changeMobile(tx: Tx, keys: Keys, personId: number, mobile: string): Promise<void> {
  await followArchivedNumber(tx, keys, personId, { column: 'mobile', value: mobile })
}

/** Changes the mail address, null for none. */
export async function changeEmail(tx: Tx, keys: Keys, personId: number, email: string | null): Promise<void> {
  await tx.execute(
    sql`update person set email_sealed = ${sealedFor(keys, personId, 'email', email)} where id = ${personId}`,
  )
  // Connected systems receive the address. Comparing sealed texts alone would also report rotated keys.
  await tellReached(tx, personId)
}

/** Changes the photo to this file; null for none. */
export async function changePhoto(tx: Tx, personId: number, fileId: string | null): Promise<void> {
  await tx.execute(sql`update person set image_file = ${fileId} where id = ${personId}`)
}

/**
 * Copies a number that became effective in the person's archive to the person; null when the archive has
 * none. An equal number is not sealed anew.
 */
export async function followArchivedNumber(
  tx: Tx,
  keys: Keys,
  personId: number,
  { column, value }: { column: SealedNumber; value: string | null },
): Promise<void> {
  const key = value === null ? null : keys.blind(column, value)
  const changed = await tx.execute(sql`
    update person set ${sql.id(`${column}_key`)} = ${key},
      ${sql.id(`${column}_sealed`)} = ${sealedFor(keys, personId, column, value)}
    where id = ${personId} and (${isOtherThan(keys, column, value)})`)
  if (changed === 0) return
  await refuseUnderOtherSuite(tx, keys, personId, { column, value })
  if (column === 'mobile') await tellReached(tx, personId)
}

/** Condition: the person's number is another one than this, whichever suite its index was made with. */
export const isOtherThan = (keys: Pick<Keys, 'blinds'>, column: SealedNumber, value: string | null): Sql => {
  const held = sql.id(`${column}_key`)
  return value === null
    ? sql`${held} is not null`
    : sql`(${held} is null or ${held} <> all(${[...keys.blinds(column, value)]}::text[]))`
}

/**
 * Whether another person has the value in a column that is unique over all persons.
 * @param values the login name, or the indexes that a number may have (`keys.blinds`)
 */
export async function isHeldByAnother(
  db: Queryable,
  personId: number,
  column: 'login_name' | 'id_no_key' | 'mobile_key',
  values: readonly string[],
): Promise<boolean> {
  const holder = await db.maybeOne(
    sql`select 1 from person where ${sql.id(column)} = any(${[...values]}::text[]) and id <> ${personId}`,
  )
  return holder !== undefined
}

/**
 * Throws `duplicate` where another person has the number under an index of the other suite, of which the
 * database's own rule knows nothing. It is asked after the number was written: a rotation that gives the other
 * person's index the form in force meets the rule (docs/decisions/0285).
 */
async function refuseUnderOtherSuite(
  tx: Tx,
  keys: Keys,
  personId: number,
  { column, value }: { column: SealedNumber; value: string | null },
): Promise<void> {
  if (value === null) return
  if (await isHeldByAnother(tx, personId, `${column}_key`, keys.blinds(column, value)))
    throw new AppError('duplicate')
}

/**
 * A name and the forms by which its holder is sorted and found, as they are set in the row of a person or
 * teacher.
 */
export function nameSets(name: string): Sql {
  const { sort, found } = nameForms(name)
  return sql`name = ${name}, name_sort = ${sort}, name_forms = ${[...found]}::text[]`
}

const batch = 1_000

/**
 * Fills the forms of names of people and teachers who have none (the demo region, a name that an older
 * version of the program changed), a thousand of each at a time; returns how many there were.
 */
export async function fillNameForms(db: Database): Promise<number> {
  let filled = 0
  for (const table of ['person', 'teacher']) {
    const rows = await db.query<{ id: number; name: string }>(sql`
      select id, name
      from ${sql.id(table)}
      where name_forms is null or name_forms[2] is distinct from name
      order by id
      limit ${batch}`)
    if (rows.length > 0) await writeForms(db, table, rows)
    filled += rows.length
  }
  return filled
}

async function writeForms(
  db: Database,
  table: string,
  rows: readonly { readonly id: number; readonly name: string }[],
): Promise<void> {
  const forms = rows.map(({ id, name }) => ({ id, name, ...nameForms(name) }))
  await db.execute(sql`
    update ${sql.id(table)} p
    set name_sort = f.sort, name_forms = f.found
    from jsonb_to_recordset(${sql.json(forms)}) as f(id int, name text, sort text, found text[])
    where p.id = f.id and p.name = f.name`)
}
