import type { Actor } from '../../../catalogue/access/access.ts'
import {
  logCheck,
  logFilter,
  logIntegrity,
  logPage,
  logQuery,
  mostExported,
  type LogFilter,
} from '../../../catalogue/contract/administration/audit-log.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { type ActorOn, institutionTypes } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { csvOf } from './export.ts'
import { idsOf, newestIds, resolve, type ResolvedFilter } from './filter.ts'
import { checkLastDay, integrityOf } from './integrity.ts'
import { linesOf } from './lines.ts'
import { note } from '../../platform/audit/note.ts'
import { attached } from '../../platform/http/attached.ts'

/** The administrator's alone; the log has no scope within it. */
const readers = [1] as const
const duties = ['audit'] as const
const tag = '日志'

/** The sign-in and the operation log, their export, and whether anybody touched them. */
export function logRoutes(server: Server, engine: Engine, folder: string, actorOn: ActorOn): void {
  listRoute(server, engine, actorOn)
  exportRoute(server, engine, actorOn)
  integrityRoutes(server, engine, folder, actorOn)
}

/** The lines of the log, page by page. */
function listRoute(server: Server, engine: Engine, actorOn: ActorOn): void {
  const { db, records } = engine
  register(server, {
    method: 'GET',
    url: '/api/v1/log',
    mayLag: true,
    access: readers,
    duties,
    tag,
    summary:
      '登录日志与操作日志，按时间、操作人、涉及的人、操作、单位筛选；从新到旧或从旧到新，用上一页最后一条的编号翻页',
    query: logQuery,
    answer: logPage,
    handle: async ({ query: { before = null, sort, pageSize, ...filter } }, request) => {
      const resolved = await resolve(db, inOrder(filter))
      await noteReading(engine, actorOn(request), resolved)
      const isRising = sort === 'at'
      const from = { before, isRising }
      const falling = await linesOf(
        db,
        records,
        await newestIds(db, idsOf(resolved, institutionTypes(records), from, pageSize + 1)),
      )
      const lines = isRising ? falling.toReversed() : falling
      const list = lines.slice(0, pageSize)
      return { list, next: lines.length > pageSize ? (list.at(-1)?.id ?? null) : null }
    },
  })
}

/** A file begins with the newest line. */
const newestFirst = { before: null, isRising: false }

/** The lines of the log as a file. */
function exportRoute(server: Server, engine: Engine, actorOn: ActorOn): void {
  const { db, records } = engine
  server.route({
    method: 'GET',
    url: '/api/v1/log/export',
    config: { stepUp: true, access: readers, duties, ...fewer(10) },
    schema: {
      summary: `按筛选导出日志（csv，至多 ${mostExported} 条）`,
      tags: [tag],
      querystring: logFilter,
    },
    handler: async (request, reply) => {
      const actor = actorOn(request)
      const filter = inOrder(request.query as LogFilter)
      const resolved = await resolve(db, filter)
      const ids = await newestIds(
        db,
        idsOf(resolved, institutionTypes(records), newestFirst, mostExported + 1),
      )
      if (ids.length > mostExported) {
        throw new AppError('invalid', {
          message: `符合条件的日志超过 ${mostExported} 条，请缩小时间范围再导出`,
          errors: [{ field: 'start', message: '请缩小时间范围' }],
        })
      }
      await noteReading(engine, actor, resolved)
      const facts = {
        rows: ids.length,
        kind: filter.kind,
        start: filter.start,
        end: filter.end,
        people: resolved.people,
        actors: resolved.actors,
      }
      await note(db, { by: actor.identityId, action: 'log.exported', facts })
      return attached(reply, `日志-${today()}.csv`, 'text/csv; charset=utf-8').send(csvOf(db, records, ids))
    },
  })
}

/** Whether the sealed log is whole. */
function integrityRoutes(server: Server, engine: Engine, folder: string, actorOn: ActorOn): void {
  const { db, keys } = engine
  register(server, {
    method: 'GET',
    url: '/api/v1/log/integrity',
    access: readers,
    duties,
    tag,
    summary: '日志封存到哪里，上次检查的结果',
    answer: logIntegrity,
    handle: () => integrityOf(db),
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/log/integrity',
    access: readers,
    duties,
    tag,
    summary: '检查最近一天的日志有没有被改动',
    answer: logCheck,
    perMinute: 6,
    handle: (_, request) => checkLastDay(db, keys, folder, actorOn(request).identityId),
  })
}

function inOrder(filter: LogFilter): LogFilter {
  if (filter.start && filter.end && filter.start > filter.end) {
    throw invalid('end', '结束日期早于开始日期')
  }
  return filter
}

/** Records that the actor read the log of one person. */
async function noteReading(engine: Engine, actor: Actor, { actors, people }: ResolvedFilter): Promise<void> {
  const about = [...new Set([...(actors ?? []), ...(people ?? [])])]
  if (about.length === 0) return
  await note(
    engine.db,
    { by: actor.identityId, action: 'log.read', personId: sql`id` },
    sql`from unnest(${about}::int[]) id`,
  )
}
