import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../catalogue/errors.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import {
  afterOf,
  behindOf,
  isUsualOrder,
  listQuery,
  oneQuery,
  orgsAsked,
  readAs,
  selection,
  sortedBy,
  usersAsked,
} from './asked.ts'
import { feedOfToken, type Feed } from './feeds.ts'
import { predicateOf, valueAt } from './filter.ts'
import type { RosterNeeds } from './needs.ts'
import { orgsOf } from './orgs.ts'
import { tellPages } from './page-links.ts'
import { sessionsAround } from './sessions.ts'
import { academicSession, root } from './shapes.ts'
import { statusInfo } from './status.ts'
import { countUsers, toldAs, usersOf, type UsersAsked } from './users.ts'

/** The agreement that the token of a request reads by. People who are signed in read the roll instead. */
async function readerOf({ db }: RosterNeeds, { apiToken }: FastifyRequest): Promise<Feed> {
  if (apiToken === null) throw new AppError('forbidden', { message: '该接口只接受访问令牌' })
  const feed = await feedOfToken(db, apiToken)
  if (!feed) throw new AppError('forbidden', { message: '该应用没有提供名册的约定，或约定已到期、已停用' })
  return feed
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
  const selected = selection('user', query.fields)
  const wished = usersAsked(feed.app, query)
  const asked = more
    ? { ...wished, active: sql`${wished.active ?? sql`true`} and ${more}`, gone: null }
    : wished
  const before = behindOf(query.after)
  const rows = await usersOf(needs.db, feed, asked)
  const total = before?.total ?? (await countUsers(needs.db, feed, asked))
  const passed = before?.passed ?? query.offset
  const last = rows.at(-1)
  const after =
    last && isUsualOrder(query)
      ? afterOf({ at: last.at, id: last.id, total, passed: passed + rows.length })
      : undefined
  tellPages(reply, request, query, { total, passed, length: rows.length, after })
  answered(request, rows.length)
  return { users: (await toldAs(needs, feed, rows)).map(selected) }
}

const numbered = z.object({ sourcedId: z.string().max(60) })

async function user(needs: RosterNeeds, request: FastifyRequest) {
  const feed = await readerOf(needs, request)
  const selected = selection('user', readAs(oneQuery, request.query).fields)
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
  return { user: one && selected(one) }
}

async function orgs(needs: RosterNeeds, request: FastifyRequest, reply: FastifyReply, only = sql`true`) {
  const feed = await readerOf(needs, request)
  const query = readAs(listQuery, request.query)
  const selected = selection('org', query.fields)
  const { where, order } = orgsAsked(query, feed.placeId)
  const { limit, offset } = query
  const { list, total } = await orgsOf(needs.db, feed, {
    where: sql`${where} and ${only}`,
    order,
    limit,
    offset,
  })
  tellPages(reply, request, query, { total, passed: offset, length: list.length })
  answered(request, list.length)
  return { orgs: list.map(selected) }
}

const orgNumber = /^org-([1-9]\d{0,8})$/

/** The institution that an address names. Throws missing. */
async function orgAt(needs: RosterNeeds, request: FastifyRequest) {
  const feed = await readerOf(needs, request)
  const id = Number(orgNumber.exec(readAs(numbered, request.params).sourcedId)?.[1] ?? 0)
  const which = { where: sql`i.id = ${id}`, order: sql`i.id`, limit: 1, offset: 0 }
  const [one] = (await orgsOf(needs.db, feed, which)).list
  if (!one) throw new AppError('missing')
  return one
}

async function org(needs: RosterNeeds, request: FastifyRequest) {
  const selected = selection('org', readAs(oneQuery, request.query).fields)
  const one = await orgAt(needs, request)
  answered(request, 1)
  return { org: selected(one) }
}

async function teachersOf(needs: RosterNeeds, request: FastifyRequest, reply: FastifyReply) {
  const school = await orgAt(needs, request)
  return users(
    needs,
    request,
    reply,
    sql`t.institution_id = ${Number(school.sourcedId.slice('org-'.length))}`,
  )
}

const sessionFields = [
  ...Object.keys(academicSession.shape).filter((name) => name !== 'parent'),
  'parent.sourcedId',
]

/** School years and terms stand in no table: they are filtered and sorted here. */
async function sessions(needs: RosterNeeds, request: FastifyRequest, reply: FastifyReply) {
  await readerOf(needs, request)
  const query = readAs(listQuery, request.query)
  const selected = selection('academicSession', query.fields)
  const key = query.sort === undefined ? 'startDate' : sortedBy(query, sessionFields)
  const found = sessionsAround(today())
    .filter(predicateOf(query.filter, sessionFields))
    .toSorted((a, b) => ((valueAt(a, key) ?? '') < (valueAt(b, key) ?? '') ? -1 : 1))
  const list = query.orderBy === 'desc' ? found.toReversed() : found
  const page = list.slice(query.offset, query.offset + query.limit)
  tellPages(reply, request, query, { total: list.length, passed: query.offset, length: page.length })
  answered(request, page.length)
  return { academicSessions: page.map(selected) }
}

async function session(needs: RosterNeeds, request: FastifyRequest) {
  await readerOf(needs, request)
  const selected = selection('academicSession', readAs(oneQuery, request.query).fields)
  const { sourcedId } = readAs(numbered, request.params)
  const one = sessionsAround(today()).find((found) => found.sourcedId === sourcedId)
  if (!one) throw new AppError('missing')
  return { academicSession: selected(one) }
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
        config: { access: [3, 4, 5, 6], tokenScope: 'roster', failureBody: statusInfo, ...fewer(600) },
        schema: { summary, tags: ['名册同步'], security: [{ apiToken: [] }] },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return reply.send(await answer(needs, request, reply))
      },
    )
}
