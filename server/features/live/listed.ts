import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { liveListed, LiveDoubt } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { AppError, invalidFields, type FieldFault } from '../../../catalogue/errors.ts'
import { attendanceOf, type Attendance } from '../../../catalogue/live/attendance.ts'
import { meetingSeconds } from '../../../catalogue/live/meeting-time.ts'
import type { Database, Queryable, Tx } from '../../engine/engine.ts'
import { nameKey, nameKeyOf } from '../../engine/names/index.ts'
import { countSeconds, dropFactsOf } from '../../engine/person-facts/index.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import { conducted, isPast, seenFact, type Broadcast } from './room.ts'

interface Line {
  readonly name: string
  readonly unit: string
  readonly seconds: number
}

/** A broadcast whose participants its host may tell: one that was held elsewhere and is over. */
async function toldOf(db: Queryable, actor: Actor, id: number): Promise<Broadcast> {
  const live = await conducted(db, actor, id)
  if (live.way === 'push')
    throw new AppError('wrongState', { message: '本平台直播间的在场由服务器计，不用导入名单' })
  if (!isPast(live)) throw new AppError('wrongState', { message: '该直播尚未结束，结束后再导入参会名单' })
  return live
}

function linesOf(rows: z.output<typeof liveListed>['rows']): Line[] {
  const faults: FieldFault[] = []
  const lines = rows.map(({ name, unit, time }, place): Line => {
    const seconds = meetingSeconds(time)
    if (seconds === null)
      faults.push({
        field: `rows.${place}.time`,
        message: `第 ${place + 1} 行：时长“${time}”读不懂，请写分钟数，如 57`,
      })
    return { name, unit, seconds: seconds ?? 0 }
  })
  if (faults.length > 0) throw invalidFields(faults)
  return lines
}

const keyed = (lines: readonly Line[]) =>
  lines.map((line, place) => ({ ...line, key: nameKey(line.name), no: place + 1 }))

/** Columns that say in whose region somebody works, of an institution of the level of the host. */
const below = sql`case h.level when 'province' then i.province_id when 'city' then i.city_id
  when 'district' then i.district_id else i.id end = h.id`

/**
 * Takes the list of a meeting in place of the one before. Somebody is known by the name where exactly one teacher of
 * the host's region has it, or of the institution that the list names; nobody is guessed.
 */
export async function takeListed(
  db: Database,
  actor: Actor,
  id: number,
  { rows }: z.output<typeof liveListed>,
): Promise<void> {
  const live = await toldOf(db, actor, id)
  const lines = linesOf(rows)
  await db.transaction(async (tx) => {
    await tx.query(sql`select 1 from content where id = ${id} for update`)
    const before = await listedPeople(tx, id)
    await tx.execute(sql`delete from live_listed where live_id = ${id}`)
    await tx.execute(sql`
      insert into live_listed (live_id, no, name, name_key, unit, seconds)
      select ${id}, x.no, x.name, x.key, x.unit, x.seconds
      from jsonb_to_recordset(${sql.json(keyed(lines))}) as x(no int, name text, key text, unit text, seconds int)`)
    await recognise(tx, id)
    await summedUp(tx, live, before)
    await note(tx, {
      by: actor.identityId,
      action: 'live.listed',
      type: 'liveBroadcast',
      facts: { id, rows: lines.length },
    })
  })
}

/** Names the teachers of lines that are one person's beyond doubt. */
async function recognise(tx: Tx, id: number): Promise<void> {
  // Asked first: people lie on every node of a spread database, and an update takes no join with them.
  const found = await tx.query<{ no: number; teacherId: number }>(sql`
    select x.no, min(t.id) as "teacherId"
    from live_listed x
      join content c on c.id = x.live_id
      join institution h on h.id = c.institution_id
      join teacher t on ${nameKeyOf('t')} = x.name_key
      join institution i on i.id = t.institution_id
    where x.live_id = ${id} and x.name_key <> '' and i.province_id is not distinct from h.province_id
      and case when x.unit = '' then ${below} else i.name = x.unit end
    group by x.no having count(*) = 1`)
  await tx.execute(sql`
    update live_listed l set teacher_id = f.id
    from unnest(${found.map(({ no }) => no)}::int[], ${found.map(({ teacherId }) => teacherId)}::int[]) f (no, id)
    where l.live_id = ${id} and l.no = f.no`)
}

/** Says who a line is, or that it is nobody here. Only teachers of that name in the host's region may be said. */
export async function settleListed(
  db: Database,
  actor: Actor,
  { id, no, teacherId }: { readonly id: number; readonly no: number; readonly teacherId: number | null },
): Promise<void> {
  const live = await toldOf(db, actor, id)
  await db.transaction(async (tx) => {
    await tx.query(sql`select 1 from content where id = ${id} for update`)
    const before = await listedPeople(tx, id)
    const named = await candidatesOf(tx, id, no)
    if (teacherId !== null && !named.some((one) => one.teacherId === teacherId)) throw new AppError('missing')
    const done = await tx.execute(sql`
      update live_listed set teacher_id = ${teacherId} where live_id = ${id} and no = ${no}`)
    if (done === 0) throw new AppError('missing')
    await summedUp(tx, live, before)
    await note(tx, { by: actor.identityId, action: 'live.listed', type: 'liveBroadcast', facts: { id, no } })
  })
}

interface Candidate {
  readonly no: number
  readonly teacherId: number
  readonly school: string
}

/** Teachers of the host's region who are called as lines say that name nobody, or as one line says. */
const candidatesOf = (db: Queryable, id: number, no: number | null): Promise<Candidate[]> =>
  db.query<Candidate>(sql`
    select l.no, t.id as "teacherId", i.name as school
    from live_listed l
      join content c on c.id = l.live_id
      join institution h on h.id = c.institution_id
      join teacher t on ${nameKeyOf('t')} = l.name_key
      join institution i on i.id = t.institution_id and ${below}
    where l.live_id = ${id} and ${no === null ? sql`l.teacher_id is null` : sql`l.no = ${no}`}
    order by l.no, i.name, t.id limit 2000`)

async function listedPeople(db: Queryable, id: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(sql`
    select distinct teacher_id as id from live_listed where live_id = ${id} and teacher_id is not null`)
  return rows.map(({ id: teacher }) => teacher)
}

/** Writes the facts of who is known, in place of those of the list before. */
async function summedUp(tx: Tx, live: Broadcast, before: readonly number[]): Promise<void> {
  const fact = seenFact(live)
  await dropFactsOf(tx, fact, before)
  const people = await listedAttendance(tx, live)
  await countSeconds(tx, fact, people)
}

export interface ListedPerson extends Attendance {
  readonly ownerId: number
}

/** Who was at a broadcast that was held elsewhere: several lines of one person are added, up to its length. */
export async function listedAttendance(
  db: Queryable,
  live: Broadcast,
  teacherId?: number,
): Promise<ListedPerson[]> {
  const rows = await db.query<{ ownerId: number; seconds: number }>(sql`
    select teacher_id as "ownerId", sum(seconds)::int as seconds from live_listed
    where live_id = ${live.id} and ${teacherId === undefined ? sql`teacher_id is not null` : sql`teacher_id = ${teacherId}`}
    group by teacher_id`)
  // The list says how long, not when.
  const whole = live.to - live.from
  return rows.map(({ ownerId, seconds }) => ({
    ownerId,
    ...attendanceOf([[0, Math.min(seconds * 1_000, whole)]], [[0, whole]]),
  }))
}

/** Lines of which it is not known who they are, with those who are called so. */
export async function doubtsOf(db: Queryable, live: Broadcast): Promise<LiveDoubt[]> {
  const lines = await db.query<Line & { no: number }>(sql`
    select no, name, unit, seconds from live_listed where live_id = ${live.id} and teacher_id is null order by no`)
  if (lines.length === 0) return []
  const of = Map.groupBy(await candidatesOf(db, live.id, null), ({ no }) => no)
  return lines.map((line) => ({
    ...line,
    candidates: (of.get(line.no) ?? []).map(({ teacherId, school }) => ({ teacherId, school })),
  }))
}
