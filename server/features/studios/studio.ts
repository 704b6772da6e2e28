import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { runningStates } from '../../../catalogue/processes/studio.ts'
import { yearsOf, type StudioYear } from '../../../catalogue/teaching/studio-lights.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows, readable } from '../../engine/processes/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** A studio that was set up, as the other functions of this room need it. Days as YYYY-MM-DD. */
export interface StudioRow {
  readonly id: string
  readonly state: string
  readonly value: Readonly<Record<string, unknown>>
  readonly name: string
  readonly level: string
  /** The teacher who hosts it, with the name and the institution today. */
  readonly hostId: number
  readonly host: string
  readonly institutionId: number | null
  readonly institution: string
  readonly officeId: number
  readonly office: string
  readonly periodStart: string
  readonly periodEnd: string
  readonly openedOn: string
  readonly closedOn: string | null
  readonly capacity: number
  readonly schoolCap: number
  readonly ruralShare: number
}

const columns = sql`
  k.id, k.state, k.value, k.value ->> 'name' as name, k.value ->> 'studioLevel' as level, k.teacher_id as "hostId",
  t.name as host, t.institution_id as "institutionId", coalesce(i.name, '') as institution,
  (k.parties ->> 'office')::int as "officeId", coalesce(o.name, '') as office,
  k.value ->> 'periodStart' as "periodStart", k.value ->> 'periodEnd' as "periodEnd",
  k.value ->> 'openedOn' as "openedOn", k.value ->> 'closedOn' as "closedOn",
  coalesce((k.value ->> 'capacity')::int, 0) as capacity, coalesce((k.value ->> 'schoolCap')::int, 0) as "schoolCap",
  coalesce((k.value ->> 'ruralShare')::int, 0) as "ruralShare"`

/** Cases of studios that were set up, with host, institution and office; conditions name `k`, `t`, `i`, `o`. */
export const studioRows: Sql = sql`${caseRows} k
  join teacher t on t.id = k.teacher_id
  left join institution i on i.id = t.institution_id
  left join institution o on o.id = (k.parties ->> 'office')::int`
const setUp = sql`k.type = 'studio' and k.value ->> 'openedOn' is not null`

/** Studios that were set up and hold the condition. */
export const studiosWhere = (db: Queryable, where: Sql): Promise<StudioRow[]> =>
  db.query<StudioRow>(sql`select ${columns} from ${studioRows} where ${setUp} and ${where}`)

/** The studio of a case; undefined where it was never set up. */
export const studioById = async (db: Queryable, id: string): Promise<StudioRow | undefined> =>
  (await studiosWhere(db, sql`k.id = ${id}::uuid`))[0]

export type ReaderKind = 'host' | 'office' | 'school' | 'member'

/** Condition that the teacher is or was a member of the studio `k`. */
const isIn = (teacherId: number | null): Sql => sql`exists (
  select 1 from ${caseRows} m
  where m.of_case = k.id and m.type = 'membership' and m.teacher_id = ${teacherId} and m.state in ('joined', 'invited'))`

/**
 * A studio with what the actor is to it: its host, a member, an office of its way. Everybody else is answered as
 * if there were none.
 * @throws AppError `missing`
 */
export async function studioFor(
  db: Queryable,
  actor: Actor,
  id: string,
): Promise<{ readonly studio: StudioRow; readonly as: ReaderKind }> {
  const mayRead =
    actor.role === 2 ? sql`(k.teacher_id = ${actor.teacherId} or ${isIn(actor.teacherId)})` : readable(actor)
  const [studio] = await studiosWhere(db, sql`k.id = ${id}::uuid and ${mayRead}`)
  if (!studio) throw new AppError('missing')
  if (actor.role === 2) return { studio, as: studio.hostId === actor.teacherId ? 'host' : 'member' }
  return { studio, as: actor.role === 3 ? 'school' : 'office' }
}

/** The studio that the actor hosts. @throws AppError `missing`, and `forbidden` for its other readers */
export async function hostedStudio(db: Queryable, actor: Actor, id: string): Promise<StudioRow> {
  const { studio, as } = await studioFor(db, actor, id)
  if (as !== 'host') throw new AppError('forbidden', { message: '只有主持人可以这样办理' })
  return studio
}

export const isRunning = ({ state }: Pick<StudioRow, 'state'>): boolean => runningStates.includes(state)

/** @throws AppError `wrongState` where the studio does not run */
export function requireRunning(studio: Pick<StudioRow, 'state'>): void {
  if (!isRunning(studio)) throw new AppError('wrongState', { message: '工作室已经结束' })
}

export const yearsOfStudio = ({ periodStart, periodEnd }: StudioRow): StudioYear[] =>
  yearsOf(periodStart, periodEnd)
