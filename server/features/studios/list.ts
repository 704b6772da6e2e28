import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  OwnStudios,
  StudioLine,
  StudioPage,
  StudiosAsked,
} from '../../../catalogue/contract/teaching/studios.ts'
import { networkRole } from '../../../catalogue/processes/membership.ts'
import { lateLights, type Light } from '../../../catalogue/teaching/studio-lights.ts'
import { namedLike } from '../../engine/access/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { caseRows, readable } from '../../engine/processes/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { lightsOf } from './numbers.ts'
import { studiosWhere, type StudioRow } from './studio.ts'

/** Most studios among which a light is looked for: it is counted, not kept. */
const mostCounted = 1_000

const coded = (key: string, code: string | undefined): Sql =>
  code === undefined ? sql.empty : sql`and k.value ->> ${key} = ${code}`

function conditionOf(actor: Actor, { q, over, level, kind, subject }: StudiosAsked): Sql {
  const states = over === '1' ? ['closed'] : ['active', 'annualReview']
  return sql`${readable(actor)} and k.state = any(${states}::text[])
    ${coded('studioLevel', level)} ${coded('studioKind', kind)} ${coded('subject', subject)}
    ${q ? sql`and (position(${q} in k.value ->> 'name') > 0 or ${namedLike('t', q)})` : sql.empty}`
}

const inOrder = sql`order by k.value ->> 'studioLevel', k.value ->> 'name', k.id`

/** The studios that a list asks for by their lights, which are counted: all that have one of them. */
async function withLight(db: Queryable, actor: Actor, asked: StudiosAsked): Promise<StudioRow[]> {
  const all = await studiosWhere(db, sql`${conditionOf(actor, asked)} ${inOrder} limit ${mostCounted}`)
  if (asked.light === undefined) return all
  const lights = await lightsOf(db, all)
  const wanted: readonly Light[] = asked.light === 'late' ? lateLights : [asked.light]
  return all.filter(({ id }) => wanted.some((one) => (lights.get(id)?.[one] ?? 0) > 0))
}

/** The ids of what a list shows, in its order; for taking it out. */
export const studioIds = async (
  db: Queryable,
  actor: Actor,
  asked: StudiosAsked,
  most: number,
): Promise<string[]> => (await withLight(db, actor, asked)).slice(0, most).map(({ id }) => id)

/** Some studios that the office may read, by their ids and in that order. */
export const linesOfStudios = async (
  db: Queryable,
  actor: Actor,
  ids: readonly string[],
): Promise<StudioLine[]> =>
  linesOf(
    db,
    await studiosWhere(
      db,
      sql`k.id = any(${[...ids]}::uuid[]) and ${readable(actor)} order by array_position(${[...ids]}::uuid[], k.id)`,
    ),
  )

/** Studios of which the office is a party or stands above one, by level and name. */
export async function studiosOf(db: Queryable, actor: Actor, asked: StudiosAsked): Promise<StudioPage> {
  const { light, page, pageSize } = asked
  const where = conditionOf(actor, asked)
  const from = (page - 1) * pageSize
  if (light === undefined) {
    const [rows, { total }] = await Promise.all([
      studiosWhere(db, sql`${where} ${inOrder} limit ${pageSize} offset ${from}`),
      db.one<{ total: number }>(sql`
        select count(*)::int as total from ${caseRows} k join teacher t on t.id = k.teacher_id
        where k.type = 'studio' and k.value ->> 'openedOn' is not null and ${where}`),
    ])
    return { list: await linesOf(db, rows), total, page, pageSize }
  }
  const found = await withLight(db, actor, asked)
  const list = await linesOf(db, found.slice(from, from + pageSize))
  return { list, total: found.length, page, pageSize }
}

async function linesOf(db: Queryable, rows: readonly StudioRow[]): Promise<StudioLine[]> {
  const [lights, counts] = await Promise.all([
    lightsOf(db, rows),
    db.query<{ id: string; many: number }>(sql`
      select m.of_case as id, count(*)::int as many from ${caseRows} m
      where m.type = 'membership' and m.state = 'joined' and m.value ->> 'memberRole' <> ${networkRole}
        and m.of_case = any(${rows.map(({ id }) => id)}::uuid[])
      group by m.of_case`),
  ])
  const many = new Map(counts.map((one) => [one.id, one.many]))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    level: row.level,
    kind: String(row.value['studioKind']),
    subject: textIn(row.value['subject']),
    host: row.host,
    institution: row.institution,
    state: row.state,
    members: many.get(row.id) ?? 0,
    capacity: row.capacity,
    lights: { ...lights.get(row.id) },
    periodEnd: row.periodEnd,
    lastResult: textIn(row.value['lastResult']),
  }))
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

type OwnLine = OwnStudios['list'][number]

/** Studios that a teacher hosts, is in, was in or asked to be in; those that run first. */
export async function studiosOfTeacher(db: Queryable, { teacherId }: Actor): Promise<OwnStudios> {
  const hosted = await studiosWhere(db, sql`k.teacher_id = ${teacherId} order by k.created_at desc limit 20`)
  const lights = await lightsOf(db, hosted)
  const [waiting, joined] = await Promise.all([
    db.query<{ id: string; many: number }>(sql`
      select m.of_case as id, count(*)::int as many from ${caseRows} m
      where m.type = 'membership' and m.state = 'applied' and m.of_case = any(${hosted.map(({ id }) => id)}::uuid[])
      group by m.of_case`),
    db.query<OwnLine>(sql`
      select s.id, s.value ->> 'name' as name, s.state, t.name as host, m.value ->> 'memberRole' as role,
        jsonb_build_object('id', m.id, 'state', m.state) as membership, 0 as waiting, 0 as late
      from ${caseRows} m
        join ${caseRows} s on s.id = m.of_case
        join teacher t on t.id = s.teacher_id
      where m.type = 'membership' and m.teacher_id = ${teacherId} and (m.handed_in or m.holder_role = 2)
      order by m.open desc, m.updated_at desc limit 50`),
  ])
  const asked = new Map(waiting.map((one) => [one.id, one.many]))
  const own = hosted.map((studio): OwnLine => ({
    id: studio.id,
    name: studio.name,
    state: studio.state,
    host: studio.host,
    role: '1',
    membership: null,
    waiting: asked.get(studio.id) ?? 0,
    late: lateLights.reduce((sum, light) => sum + (lights.get(studio.id)?.[light] ?? 0), 0),
  }))
  return { list: [...own, ...joined] }
}
