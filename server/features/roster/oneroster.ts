import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../catalogue/errors.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { afterOf, listQuery, orgsAsked, picked, readAs, usersAsked, type ListQuery } from './asked.ts'
import { feedOfToken, type Feed } from './feeds.ts'
import type { RosterNeeds } from './needs.ts'
import { orgsOf } from './orgs.ts'
import { sessionsAround } from './sessions.ts'
import { root } from './shapes.ts'
import { countUsers, toldAs, usersOf, type UsersAsked } from './users.ts'

/** The agreement that the token of a request reads by. People who are signed in read the roll instead. */
async function readerOf({ db }: RosterNeeds, { apiToken }: FastifyRequest): Promise<Feed> {
  if (apiToken === null) throw new AppError('forbidden', { message: '这个接口只接受访问令牌' })
  const feed = await feedOfToken(db, apiToken)
  if (!feed) throw new AppError('forbidden', { message: '这个应用没有提供名册的约定，或约定已到期、已停用' })
  return feed
}

/** Says how many there are and where the next page is. */
function page(
  reply: FastifyReply,
  request: FastifyRequest,
  query: ListQuery,
  more: {
    readonly total: number | null
    readonly next: Readonly<Record<string, string>> | null
  },
): void {
  if (more.total !== null) reply.header('x-total-count', String(more.total))
  if (more.next === null) return
  const [path = ''] = request.url.split('?')
  const next = new URLSearchParams({
    limit: String(query.limit),
    orderBy: query.orderBy,
    ...(query.sort !== undefined && { sort: query.sort }),
    ...(query.filter !== undefined && { filter: query.filter }),
    ...(query.fields !== undefined && { fields: query.fields }),
    ...more.next,
  })
  reply.header('link', `<${path}?${next.toString()}>; rel="next"`)
}

/** Counts the lines that were answered, for the log of calls by token. */
const answered = (request: FastifyRequest, lines: number): void => void (request.answeredLines = lines)

async function users(
  needs: RosterNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
  more?: UsersAsked['active'],
) {
  const feed = await readerOf(needs, request)
  const query = readAs(listQuery, request.query)
  const wished = usersAsked(feed.app, query)
  const asked = more
    ? { ...wished, active: sql`${wished.active ?? sql`true`} and ${more}`, gone: null }
    : wished
  const found = await usersOf(needs.db, feed, asked)
  const rows = found.slice(query.offset, query.offset + query.limit)
  const last = rows.at(-1)
  page(reply, request, query, {
    total: query.after === undefined ? await countUsers(needs.db, feed, asked) : null,
    next: last && rows.length === query.limit ? { after: afterOf(last) } : null,
  })
  answered(request, rows.length)
  return { users: (await toldAs(needs, feed, rows)).map((one) => picked(one, query.fields)) }
}

const numbered = z.object({ sourcedId: z.string().max(60) })

async function user(needs: RosterNeeds, request: FastifyRequest) {
  const feed = await readerOf(needs, request)
  const { sourcedId } = readAs(numbered, request.params)
  const filter = `sourcedId='${sourcedId.replaceAll("'", '')}'`
  const asked = usersAsked(feed.app, listQuery.parse({ filter }))
  const known = await needs.db.maybeOne<{ person: number }>(sql`
    select person_id as person from roster_subject where app_id = ${feed.app} and sourced_id = ${sourcedId}`)
  if (!known) throw new AppError('missing')
  const mine = sql`t.person_id = ${known.person}`
  const [row] = await usersOf(needs.db, feed, { ...asked, active: mine })
  if (!row) throw new AppError('missing')
  answered(request, 1)
  const [one] = await toldAs(needs, feed, [row])
  return { user: one }
}

async function orgs(needs: RosterNeeds, request: FastifyRequest, reply: FastifyReply, only = sql`true`) {
  const feed = await readerOf(needs, request)
  const query = readAs(listQuery, request.query)
  const { where, order } = orgsAsked(query)
  const { limit, offset } = query
  const { list, total } = await orgsOf(needs.db, feed, {
    where: sql`${where} and ${only}`,
    order,
    limit,
    offset,
  })
  const end = offset + list.length
  page(reply, request, query, { total, next: end < total ? { offset: String(end) } : null })
  answered(request, list.length)
  return { orgs: list.map((one) => picked(one, query.fields)) }
}

const orgNumber = /^org-([1-9]\d{0,8})$/

async function org(needs: RosterNeeds, request: FastifyRequest) {
  const feed = await readerOf(needs, request)
  const id = Number(orgNumber.exec(readAs(numbered, request.params).sourcedId)?.[1] ?? 0)
  const which = { where: sql`i.id = ${id}`, order: sql`i.id`, limit: 1, offset: 0 }
  const [one] = (await orgsOf(needs.db, feed, which)).list
  if (!one) throw new AppError('missing')
  answered(request, 1)
  return { org: one }
}

async function teachersOf(needs: RosterNeeds, request: FastifyRequest, reply: FastifyReply) {
  const { org: school } = await org(needs, request)
  return users(
    needs,
    request,
    reply,
    sql`t.institution_id = ${Number(school.sourcedId.slice('org-'.length))}`,
  )
}

async function sessions(needs: RosterNeeds, request: FastifyRequest) {
  await readerOf(needs, request)
  const list = sessionsAround(today())
  answered(request, list.length)
  return { academicSessions: list }
}

async function session(needs: RosterNeeds, request: FastifyRequest) {
  await readerOf(needs, request)
  const { sourcedId } = readAs(numbered, request.params)
  const one = sessionsAround(today()).find((found) => found.sourcedId === sourcedId)
  if (!one) throw new AppError('missing')
  return { academicSession: one }
}

type Answer = (needs: RosterNeeds, request: FastifyRequest, reply: FastifyReply) => Promise<object>

const calls: readonly (readonly [path: string, summary: string, answer: Answer])[] = [
  ['/orgs', '约定范围内的机构（OneRoster）', orgs],
  ['/orgs/:sourcedId', '一个机构（OneRoster）', org],
  ['/schools', '约定范围内的学校（OneRoster）', (n, q, r) => orgs(n, q, r, sql`i.level = 'school'`)],
  ['/schools/:sourcedId', '一所学校（OneRoster）', org],
  ['/schools/:sourcedId/teachers', '一所学校的教师（OneRoster）', teachersOf],
  ['/academicSessions', '学年与学期（OneRoster）', sessions],
  ['/academicSessions/:sourcedId', '一个学年或学期（OneRoster）', session],
  ['/users', '约定范围内的人员（OneRoster）', (n, q, r) => users(n, q, r)],
  ['/users/:sourcedId', '一位人员（OneRoster）', user],
  ['/teachers', '约定范围内的教师（OneRoster）', (n, q, r) => users(n, q, r)],
  ['/teachers/:sourcedId', '一位教师（OneRoster）', user],
]

/** The roster as other systems read it, in the shape of OneRoster 1.2, without the envelope of the portal. */
export function oneRosterRoutes(server: Server, needs: RosterNeeds): void {
  for (const [path, summary, answer] of calls)
    server.get(
      root + path,
      {
        config: { access: [3, 4, 5, 6], tokenScope: 'roster', ...fewer(600) },
        schema: { summary, tags: ['名册同步'], security: [{ apiToken: [] }] },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return reply.send(await answer(needs, request, reply))
      },
    )
}
