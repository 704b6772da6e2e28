import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { numbersOf } from '../../engine/directory/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** The human whom a copy is about, under all numbers that they ever had. */
export interface CopySubject {
  readonly personId: number
  readonly name: string
  /** Numbers of the person and of persons that were joined into it. */
  readonly personIds: readonly number[]
  /** Numbers of the archive, the one that goes on first; none for who has no archive. */
  readonly teacherIds: readonly number[]
  /** Identities of these persons; those that a colleague lent are left out: their work is the colleague's. */
  readonly identityIds: readonly number[]
  /** Those of them that are a teacher's, whose messages are about the person alone. */
  readonly teacherIdentityIds: readonly number[]
  /** Names of others who handled the records; messages of the portal name them. */
  readonly handlers: readonly string[]
  /** The teacher as a reader of the own archive; null for who has none. */
  readonly reader: Actor | null
}

interface Row {
  readonly name: string
  readonly teacherId: number | null
  readonly institutionId: number | null
}
interface IdentityRow {
  readonly id: number
  readonly role: number
  readonly institutionId: number
}

/** Finds all numbers of a person. @throws AppError `missing` */
export async function subjectOf(db: Queryable, personId: number): Promise<CopySubject> {
  const row = await db.maybeOne<Row>(sql`
    select p.name, t.id as "teacherId", t.institution_id as "institutionId"
    from person p
    left join teacher t on t.person_id = p.id
    where p.id = ${personId}`)
  if (!row) throw new AppError('missing')
  const teacherIds = row.teacherId === null ? [] : await numbersOf(db, row.teacherId)
  const joined = await db.query<{ id: number }>(
    sql`select person_id as id from teacher where id = any(${teacherIds}::int[])`,
  )
  const personIds = [...new Set([personId, ...joined.map(({ id }) => id)])]
  const identities = await db.query<IdentityRow>(sql`
    select id, role, institution_id as "institutionId"
    from identity
    where person_id = any(${personIds}::int[]) and lent_by is null
    order by id`)
  const teachers = identities.filter(({ role }) => role === 2)
  const handlers = await db.query<{ name: string }>(sql`
    select distinct p.name
    from revision_event e
    join identity a on a.id in (e.by_identity, e.on_behalf_of)
    join person p on p.id = a.person_id
    where e.owner_id = any(${teacherIds}::int[]) and p.id <> all(${personIds}::int[]) and p.name <> ${row.name}`)
  return {
    personId,
    name: row.name,
    personIds,
    teacherIds,
    identityIds: identities.map(({ id }) => id),
    teacherIdentityIds: teachers.map(({ id }) => id),
    handlers: handlers.map(({ name }) => name),
    reader:
      row.teacherId === null
        ? null
        : {
            identityId: teachers[0]?.id ?? 0,
            personId,
            role: 2,
            name: row.name,
            institutionId: row.institutionId ?? teachers[0]?.institutionId ?? 0,
            institution: '',
            teacherId: row.teacherId,
          },
  }
}
