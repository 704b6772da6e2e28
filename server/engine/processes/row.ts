import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyProcess, CaseFacts } from '../../../catalogue/processes/define.ts'
import type { ProcessName } from '../../../catalogue/processes/processes.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import { lastDay } from '../ways/index.ts'

/** A case with what every reader needs of it. */
export interface CaseRow {
  readonly institutionId: number
  readonly id: string
  readonly type: ProcessName
  readonly state: string
  readonly value: Readonly<Record<string, unknown>>
  readonly teacherId: number
  /** The person behind the teacher. */
  readonly personId: number
  /** Name of the person it is about. */
  readonly name: string
  readonly stage: string | null
  readonly subject: string | null
  readonly titleLevel: string | null
  readonly parties: Readonly<Record<string, number | null>>
  readonly holderInstitutionId: number | null
  readonly holderRole: number | null
  readonly holderSince: string
  /** The last day on which the holder is in time; null for no limit. */
  readonly lastDay: string | null
  readonly overdue: boolean
  readonly actsOn: string | null
  readonly heldUp: string | null
  readonly byIdentity: number
  readonly by: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** Today in the time zone of the portal, by the database's clock. */
export const currentDay: Sql = sql`(now() at time zone 'Asia/Shanghai')::date`

/** Joins the last day on which the holder of `process_case k` is in time, worked out once a row. */
export const deadline: Sql = sql`cross join lateral (
  select ${lastDay(sql`k.holder_since`, sql`k.holder_days`)} as last_day offset 0) due`

export const selected: Sql = sql`
  k.institution_id as "institutionId", k.id, k.type, k.state, k.value, k.teacher_id as "teacherId",
  t.person_id as "personId", t.name, t.stage, t.subject, t.title_level as "titleLevel", k.parties, k.holder_institution_id as "holderInstitutionId",
  k.holder_role as "holderRole", k.holder_since as "holderSince", due.last_day as "lastDay",
  coalesce(due.last_day < ${currentDay}, false) as overdue, k.acts_on as "actsOn", k.held_up as "heldUp",
  k.by_identity as "byIdentity", p.name as by, k.version, k.created_at as "createdAt", k.updated_at as "updatedAt"`

export const joined: Sql = sql`process_case k
  join teacher t on t.id = k.teacher_id
  join identity a on a.id = k.by_identity
  join person p on p.id = a.person_id
  ${deadline}`

/**
 * Condition that the actor may read `process_case k`: the offices of its parties and those above them, and the
 * person it is about. What was never handed in is for the office that began it only.
 */
export function readable(actor: Actor): Sql {
  if (actor.role === 2)
    return actor.teacherId === null ? sql`false` : sql`k.teacher_id = ${actor.teacherId} and k.handed_in`
  if (actor.role < 3 || actor.role > 6) return sql`false`
  return sql`k.involved @> array[${actor.institutionId}]::int[]
    and (k.handed_in or k.institution_id = ${actor.institutionId})`
}

/** One case that the actor may read; else `missing`, as if there were none. */
export async function caseOf(
  db: Queryable,
  actor: Actor,
  definition: AnyProcess,
  id: string,
): Promise<CaseRow> {
  const row = await db.maybeOne<CaseRow>(sql`
    select ${selected}
    from ${joined}
    where k.id = ${id}::uuid and k.type = ${definition.name} and ${readable(actor)}`)
  if (!row) throw new AppError('missing')
  return row
}

/** What conditions of moves read of a case. */
export const factsOf = ({ value, parties, overdue }: CaseRow): CaseFacts => ({ value, parties, overdue })

/** The parties for which the actor acts: its office is that institution, and the case is not about the actor. */
export function actorsParties(actor: Actor, row: Pick<CaseRow, 'parties' | 'personId'>): string[] {
  if (actor.role < 3 || actor.role > 6 || actor.personId === row.personId) return []
  return Object.entries(row.parties).flatMap(([party, institution]) =>
    institution === actor.institutionId ? [party] : [],
  )
}

/** Whether the actor may read a case that holds or held the file. */
export async function heldByCase(db: Queryable, actor: Actor, fileId: string): Promise<boolean> {
  const held = await db.maybeOne(sql`
    select 1
    from process_file f
    join process_case k on k.institution_id = f.institution_id and k.id = f.case_id
    where f.file_id = ${fileId}::uuid and ${readable(actor)} limit 1`)
  return held !== undefined
}
