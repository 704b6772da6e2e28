import { z } from 'zod'
import {
  droppedView,
  keptView,
  mostViews,
  savedViews,
  viewsOf,
  type SavedView,
  type ViewedList,
  type ViewQuery,
} from '../../../catalogue/contract/archive/saved-views.ts'
import { talentQuery, talentsAsked } from '../../../catalogue/contract/analysis/talents.ts'
import { rollAsked, rollQuery } from '../../../catalogue/contract/archive/roll.ts'
import { caseQueryOf } from '../../../catalogue/contract/case-query.ts'
import { contentQueryOf } from '../../../catalogue/contract/portal/content-query.ts'
import { contentName } from '../../../catalogue/contract/portal/portal.ts'
import { teachingReportAt, teachingReportQuery } from '../../../catalogue/contract/teaching/reports.ts'
import { trainingStatisticsQuery } from '../../../catalogue/contract/training/figures.ts'
import { trainingGroups } from '../../../catalogue/figures/training.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { processCalled } from '../../../catalogue/processes/processes.ts'
import { todoItemQuery } from '../../../catalogue/contract/todos.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { readListQuery } from '../../engine/records/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

type Records = Readonly<Record<string, AnyRecord>>
const officers = [3, 4, 5, 6] as const
const tag = '档案记录'

function definitionIn(records: Records, type: string): AnyRecord {
  const definition = Object.hasOwn(records, type) ? records[type] : undefined
  if (!definition) throw invalid('type', '没有该档案类型')
  return definition
}

/** Names in an address and in the call of the list, where they differ. */
const inCall: Readonly<Record<string, string>> = { state: 'queue', size: 'pageSize', place: 'institutionId' }

/** Default query of a page without conditions in its address. */
const unasked: Readonly<Partial<Record<ViewedList, Readonly<Record<string, string>>>>> = {
  review: { queue: 'open' },
}

/** Refuses what the list itself would refuse. */
function requireReadable(records: Records, list: ViewedList, type: string, query: ViewQuery): void {
  if (list === 'todos') return requireTodos(type, query)
  if (list === 'cases') return requireCases(type, query)
  if (list === 'contents') return requireContents(type, query)
  if (list === 'figures') return requireFigures(type, query)
  const definition = definitionIn(records, type)
  if (list === 'roll') return requireRead(rollQuery.safeParse(rollAsked(query)))
  if (list === 'talents') return requireRead(talentQuery.safeParse(talentsAsked(query)))
  const asked = Object.entries(query).map(
    ([key, value]) => [inCall[key] ?? key.replace(/^f\./, ''), value] as const,
  )
  readListQuery(definition, { ...unasked[list], ...Object.fromEntries(asked) })
}

function requireTodos(type: string, { sort, ...query }: ViewQuery): void {
  if (type !== 'todo') throw invalid('type', '没有该名单')
  const asked = Object.entries(query).map(([key, value]) => [key.replace(/^f\./, ''), value] as const)
  requireRead(todoItemQuery.safeParse({ ...Object.fromEntries(asked), ...(sort && { order: sort }) }))
}

const inCallOfPages: Readonly<Record<string, string>> = { size: 'pageSize' }

/** Query of a list of cases or contents from the address. */
const askedOf = (query: ViewQuery) =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => [inCallOfPages[key] ?? key.replace(/^f\./, ''), value]),
  )

function requireCases(type: string, query: ViewQuery): void {
  const definition = processCalled(type)
  if (!definition) throw invalid('type', '没有该名单')
  requireRead(caseQueryOf(definition).safeParse(askedOf(query)))
}

function requireContents(type: string, query: ViewQuery): void {
  const name = contentName.safeParse(type)
  if (!name.success) throw invalid('type', '没有该名单')
  requireRead(contentQueryOf(contents[name.data]).safeParse(askedOf(query)))
}

function requireFigures(type: string, { by, ...query }: ViewQuery): void {
  const asked = { ...query, ...(by && { group_by: by }) }
  const ofTraining = trainingGroups.some((group) => type === `training-${group}`)
  if (ofTraining) return requireRead(trainingStatisticsQuery.safeParse(asked))
  if (!teachingReportAt.safeParse({ report: type }).success) throw invalid('type', '没有该统计')
  requireRead(teachingReportQuery.safeParse(asked))
}

function requireRead(read: z.ZodSafeParseResult<unknown>): void {
  if (read.success) return
  const { path = [], message = '没有该筛选条件' } = read.error.issues[0] ?? {}
  throw invalid(path.join('.') || 'query', message)
}

/** The views of record lists that an officer keeps; each identity has its own, on every device. */
export function savedViewRoutes(server: Server, db: Database, records: Records, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/views',
    access: officers,
    tag,
    summary: '我存下的名单视图',
    query: viewsOf,
    answer: savedViews,
    handle: async ({ query: { list, type } }, request) => ({
      list: await db.query<SavedView>(sql`
        select name, query, is_default as "isDefault"
        from saved_view
        where identity_id = ${actorOn(request).identityId} and list = ${list} and type = ${type}
        order by created_at, name`),
    }),
  })
  keepingRoute(server, db, records, actorOn)
  register(server, {
    method: 'DELETE',
    url: '/api/v1/views',
    access: officers,
    tag,
    summary: '删去一个名单视图',
    query: droppedView,
    answer: z.boolean(),
    handle: async ({ query: { list, type, name } }, request) => {
      const gone = await db.execute(sql`
        delete from saved_view
        where identity_id = ${actorOn(request).identityId}
          and list = ${list}
          and type = ${type}
          and name = ${name}`)
      if (gone === 0) throw new AppError('missing')
      return true
    },
  })
}

function keepingRoute(server: Server, db: Database, records: Records, actorOn: ActorOn): void {
  register(server, {
    method: 'PUT',
    url: '/api/v1/views',
    access: officers,
    tag,
    summary: '存一个名单视图：筛选、排序与是否默认；同名的替换',
    body: keptView,
    answer: z.boolean(),
    handle: async ({ body: { list, type, name, query, isDefault } }, request) => {
      requireReadable(records, list, type, query)
      const { identityId } = actorOn(request)
      const ofList = sql`identity_id = ${identityId} and list = ${list} and type = ${type}`
      await db.transaction(async (tx) => {
        // One after the other for one person, so that two devices together keep neither two defaults nor too
        // many.
        await tx.query(sql`select 1 from identity where id = ${identityId} for no key update`)
        if (isDefault)
          await tx.execute(sql`update saved_view set is_default = false where ${ofList} and is_default`)
        const kept = await tx.execute(sql`
          insert into saved_view (identity_id, list, type, name, query, is_default)
          select ${identityId}::int, ${list}::text, ${type}::text, ${name}::text, ${sql.json(query)},
            ${isDefault}::boolean
          where (select count(*) from saved_view where ${ofList} and name <> ${name}) < ${mostViews}
          on conflict (identity_id, list, type, name)
          do update set query = excluded.query, is_default = excluded.is_default`)
        if (kept === 0) throw invalid('name', `每个名单至多存 ${mostViews} 个视图，请先删去不用的`)
      })
      return true
    },
  })
}
