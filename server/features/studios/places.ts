import { networkRole } from '../../../catalogue/processes/membership.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { sql } from '../../platform/db/sql.ts'
import type { StudioRow } from './studio.ts'

/** Most people who take part over the network (teaching-research.md, 7). */
const networkPlaces = 100

/** Whoever holds a place of a studio: members, and who was invited and has not answered. */
export interface PlaceHolder {
  readonly id: string
  readonly teacherId: number
  readonly state: string
  readonly role: string
  readonly institutionId: number | null
  readonly rural: boolean
}

/** Whether the school `i` lies in a town or a village (dictionary urbanRural: 12x and 2xx). */
export const isRural = sql`coalesce(i.urban_rural like '2%' or i.urban_rural like '12%', false)`

export const holdersOf = (db: Queryable, studioId: string): Promise<PlaceHolder[]> =>
  db.query<PlaceHolder>(sql`
    select m.id, m.teacher_id as "teacherId", m.state, m.value ->> 'memberRole' as role,
      t.institution_id as "institutionId", ${isRural} as rural
    from ${caseRows} m
      join teacher t on t.id = m.teacher_id
      left join institution i on i.id = t.institution_id
    where m.of_case = ${studioId}::uuid and m.type = 'membership' and m.state in ('joined', 'invited')`)

/** Somebody who is to get a place. */
export interface Newcomer {
  readonly role: string
  readonly institutionId: number | null
  readonly rural: boolean
}

/**
 * Why a studio has no place for somebody, in numbers; null where it has. Who is invited holds a place until the
 * answer, and the share of rural schools is of all places in the room.
 */
export function refusalFor(
  { capacity, schoolCap, ruralShare }: Pick<StudioRow, 'capacity' | 'schoolCap' | 'ruralShare'>,
  holders: readonly PlaceHolder[],
  newcomer: Newcomer,
): string | null {
  if (newcomer.role === networkRole) {
    const many = holders.filter(({ role }) => role === networkRole).length
    return many >= networkPlaces ? `网络学员至多 ${networkPlaces} 人，已经满了` : null
  }
  const inRoom = holders.filter(({ role }) => role !== networkRole)
  const joined = inRoom.filter(({ state }) => state === 'joined').length
  const asked = inRoom.length - joined
  if (inRoom.length >= capacity)
    return `名额 ${capacity} 个，已有 ${joined} 人${asked > 0 ? `，另有 ${asked} 人待接受` : ''}，没有空位`
  const ofSchool = inRoom.filter(({ institutionId }) => institutionId === newcomer.institutionId).length
  if (newcomer.institutionId !== null && ofSchool >= schoolCap)
    return `每校至多 ${schoolCap} 人，该学校已有 ${ofSchool} 人`
  const kept = Math.ceil((capacity * ruralShare) / 100)
  const urban = inRoom.filter(({ rural }) => !rural).length
  if (!newcomer.rural && urban >= capacity - kept)
    return `乡村学校的学员不少于 ${ruralShare}%（${kept} 人），余下的名额留给乡村学校`
  return null
}

/** Why somebody may not be in the room of a second studio of one level; null where there is none. */
export async function secondRoom(
  db: Queryable,
  studio: Pick<StudioRow, 'id' | 'level'>,
  {
    teacherId,
    role,
    states,
  }: { readonly teacherId: number; readonly role: string; readonly states: readonly string[] },
): Promise<string | null> {
  if (role === networkRole) return null
  const other = await db.maybeOne<{ name: string }>(sql`
    select s.value ->> 'name' as name
    from ${caseRows} m join ${caseRows} s on s.id = m.of_case
    where m.type = 'membership' and m.teacher_id = ${teacherId} and m.state = any(${[...states]}::text[])
      and m.value ->> 'memberRole' <> ${networkRole} and s.id <> ${studio.id}::uuid
      and s.value ->> 'studioLevel' = ${studio.level}
    limit 1`)
  return other
    ? `同一级别只能入室一个工作室，已在${labelOf('studioLevel', studio.level)}的“${other.name}”`
    : null
}

/**
 * Keeps others out who take places of one studio. The studio itself is not waited for: while it is being closed
 * nobody joins it, and waiting for each other would end in a deadlock.
 * @returns whether the studio runs and is moved by nobody else
 */
export async function lockPlaces(tx: Tx, studioId: string): Promise<boolean> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext(${`studio ${studioId}`}))`)
  const free = await tx.maybeOne(sql`
    select 1 from ${caseRows} k
    where k.id = ${studioId}::uuid and k.state in ('active', 'annualReview') for share skip locked`)
  return free !== undefined
}
