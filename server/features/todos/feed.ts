import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Appointment } from '../../../catalogue/contract/schedule.ts'
import { calendarFeed, madeCalendarFeed } from '../../../catalogue/contract/account/calendar-feed.ts'
import { pathOfTodos } from '../../../catalogue/pages/todo-path.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { actorOfIdentity, type ActorOn } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { snake, tableName } from '../../engine/schema/index.ts'
import { note } from '../../platform/audit/note.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { icalendar, type CalendarDay } from './icalendar.ts'
import { listTodos, type Todos } from './list.ts'

/** Pages of a hundred to-dos that a calendar is made of. */
const pages = 5
/** Days ahead in which an own record that runs out is named. */
const ahead = 400

export interface FeedNeeds extends Todos {
  readonly engine: Engine
  /** What a teacher is expected at in a span of time, in milliseconds. */
  readonly appointmentsOf: (
    actor: Actor,
    span: { readonly from: number; readonly to: number },
  ) => Promise<Appointment[]>
  /** The portal's address, for links in what calendars keep. */
  readonly originOf: (request: FastifyRequest) => Promise<string | null>
}

/** The own deadlines under a secret address, for calendars that cannot sign in. */
export function feedRoutes(server: Server, feeding: FeedNeeds, actorOn: ActorOn): void {
  const { db } = feeding
  const shared = { url: '/api/v1/user/calendarFeed', access: 'signedIn', tag: '个人中心' } as const
  register(server, {
    ...shared,
    method: 'GET',
    summary: '我的日历订阅地址是何时生成的',
    answer: calendarFeed,
    handle: async (_, request) => {
      const row = await db.maybeOne<{ since: string }>(sql`
        select created_at as since from calendar_feed where identity_id = ${actorOn(request).identityId}`)
      return { since: row?.since ?? null }
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    stepUp: true,
    summary: '生成新的日历订阅地址，只答复这一次；以前的随即失效',
    perMinute: 10,
    answer: madeCalendarFeed,
    handle: async (_, request) => ({ path: await open(db, actorOn(request)) }),
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    summary: '撤销我的日历订阅地址',
    answer: z.boolean(),
    handle: async (_, request) => {
      const { identityId } = actorOn(request)
      const gone = await db.execute(sql`delete from calendar_feed where identity_id = ${identityId}`)
      if (gone > 0) await note(db, { by: identityId, action: 'calendar.closed' })
      return true
    },
  })
  server.route<{ Params: { secret: string } }>({
    method: 'GET',
    url: '/calendar/:secret',
    config: { access: 'public', ...fewer(20, 60) },
    schema: {
      summary: '日历订阅（iCalendar），凭地址里的密钥',
      tags: [shared.tag],
      params: z.object({ secret: z.string().max(60) }),
    },
    handler: async (request, reply) =>
      reply
        .type('text/calendar; charset=utf-8')
        .header('cache-control', 'private, no-cache')
        .send(await calendarOf(feeding, request.params.secret, await feeding.originOf(request))),
  })
}

type DueDay = Omit<CalendarDay, 'url'>

/** Makes the address anew; of the secret only a hash is kept. */
async function open(db: Database, { identityId }: Actor): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into calendar_feed (identity_id, secret_hash) values (${identityId}, ${sha256(secret)})
      on conflict (identity_id) do update set secret_hash = excluded.secret_hash, created_at = excluded.created_at`)
    await note(tx, { by: identityId, action: 'calendar.opened' })
  })
  return `/calendar/${secret}.ics`
}

/** The calendar of whoever made the address, as long as the identity may be used. Throws missing. */
async function calendarOf(feeding: FeedNeeds, file: string, origin: string | null): Promise<string> {
  const [secret = ''] = file.split('.ics')
  const { db } = feeding
  const row = await db.maybeOne<{ identity_id: number; at: string }>(sql`
    select identity_id, now() as at from calendar_feed where secret_hash = ${sha256(secret)}`)
  const found = row && (await actorOfIdentity(db, row.identity_id))
  if (!row || !found?.enabled) throw new AppError('missing')
  const days = [...(await dueDays(feeding, found.actor)), ...(await endingDays(feeding, found.actor))]
  const todos = pathOfTodos(found.actor.role)
  const url = origin === null || todos === null ? null : origin + todos
  const linked = days.map((day) => ({ ...day, url }))
  const coming = await feeding.appointmentsOf(found.actor, spanAround(Date.parse(row.at)))
  const times = coming.map(({ ref, path, title, place, startsAt, endsAt, isCancelled }) => ({
    uid: `${ref}-${found.actor.identityId}`,
    url: origin === null ? null : origin + path,
    title,
    place,
    startsAt,
    endsAt,
    isCancelled,
  }))
  const now = new Date(row.at).toISOString()
  return icalendar(`杏坛 ${found.actor.institution}`, { days: linked, times }, now)
}

const day = 86_400_000
/** A month back, so that calendars keep what is over, and half a year ahead. */
const spanAround = (now: number) => ({ from: now - 31 * day, to: now + 183 * day })

/** The days on which to-dos are due, by type: how many, and nobody's name, for others read calendars, too. */
async function dueDays(feeding: FeedNeeds, actor: Actor): Promise<DueDay[]> {
  const counted = new Map<string, { day: string; type: string; title: string; count: number }>()
  let after: string | undefined
  for (let page = 0; page < pages; page += 1) {
    const read = await listTodos(feeding, actor, { order: 'urgent', pageSize: 100, after })
    for (const { dueOn, type, typeTitle } of read.list) {
      if (dueOn === null) continue
      const key = `${type} ${dueOn}`
      const known = counted.get(key)
      counted.set(key, { day: dueOn, type, title: typeTitle, count: (known?.count ?? 0) + 1 })
    }
    if (read.after === null) break
    after = read.after
  }
  return [...counted.values()].map(({ day, type, title, count }) => ({
    uid: `due-${actor.identityId}-${type}-${day}`,
    day,
    title: `待办：${title} ${count} 件到期`,
  }))
}

/** The days on which a teacher's own records run out, by type. */
async function endingDays({ db, engine }: FeedNeeds, actor: Actor): Promise<DueDay[]> {
  if (actor.teacherId === null) return []
  const looked = Object.values(engine.records).flatMap((definition) =>
    Object.entries(definition.fields).flatMap(([key, field]) =>
      field.expires && definition.owner === 'teacher' ? [{ definition, key, label: field.label }] : [],
    ),
  )
  const found = await Promise.all(
    looked.map(async ({ definition, key, label }) => {
      const column = sql.id('r', snake(key))
      const rows = await db.query<{ day: string }>(sql`
        select distinct ${column} as day
        from ${sql.id(tableName(definition.name))} r
        where r.owner_id = ${actor.teacherId} and r.voided_at is null
          and ${column} between (now() at time zone 'Asia/Shanghai')::date
            and (now() at time zone 'Asia/Shanghai')::date + ${ahead}::int`)
      return rows.map(({ day }) => ({
        uid: `ends-${actor.identityId}-${definition.name}-${key}-${day}`,
        day,
        title: `${definition.title}：${label}`,
      }))
    }),
  )
  return found.flat()
}
