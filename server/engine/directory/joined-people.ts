import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { changeTeachers } from './told-systems.ts'

/** Two numbers of one human: of the archive and of the person behind it. */
export interface Twin {
  readonly teacherId: number
  readonly personId: number
}

/**
 * Makes one number an alias of another one. The joined person signs in no more: names, numbers, password,
 * codes and accounts outside are taken away, so that they are free for the one who goes on.
 */
export async function aliasPerson(tx: Tx, kept: Twin, joined: Twin): Promise<void> {
  await changeTeachers(tx, {
    which: sql`id = ${joined.teacherId}`,
    sets: sql`joined_into = ${kept.teacherId}, institution_id = null, district_id = null, city_id = null,
      province_id = null`,
  })
  await changeTeachers(tx, {
    which: sql`joined_into = ${joined.teacherId}`,
    sets: sql`joined_into = ${kept.teacherId}`,
  })
  await tx.execute(sql`
    update person
    set login_name = null, id_no_sealed = null, id_no_key = null, mobile_sealed = null, mobile_key = null,
      email_sealed = null, password_hash = null, activation_hash = null, totp_sealed = null,
      totp_since = null, version = version + 1
    where id = ${joined.personId}`)
  await tx.execute(sql`delete from recovery_code where person_id = ${joined.personId}`)
  await tx.execute(sql`delete from outside_account where person_id = ${joined.personId}`)
}

/** Gives identities to another person who is the same human; the caller sees that none is there twice. */
export async function passIdentities(tx: Tx, ids: readonly number[], personId: number): Promise<void> {
  await tx.execute(sql`update identity set person_id = ${personId} where id = any(${[...ids]}::int[])`)
}

/** The number under which a teacher goes on: the number itself, unless it was joined into another one. */
export async function presentNumber(db: Queryable, teacherId: number): Promise<number> {
  const row = await db.maybeOne<{ into: number | null }>(
    sql`select joined_into as into from teacher where id = ${teacherId}`,
  )
  return row?.into ?? teacherId
}

/** All numbers of one human: the one that goes on, and those that were joined into it. */
export async function numbersOf(db: Queryable, teacherId: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    sql`select id from teacher where joined_into = ${teacherId} order by id`,
  )
  return [teacherId, ...rows.map(({ id }) => id)]
}
