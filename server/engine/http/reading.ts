import { z } from 'zod'
import {
  asOfView,
  historyEntry,
  recordPage,
  recordView,
  revealBody,
  revealed,
  tabCounts,
  type RecordPage,
} from '../../../catalogue/contract/archive/records.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { parsed } from '../../platform/http/body.ts'
import type { Ask } from '../engine.ts'
import { asOf, historyOf, readDay } from '../history/index.ts'
import {
  countsOf,
  listEffective,
  type ListQuery,
  listQueue,
  listSection,
  load,
  noteRecordRead,
  readListQuery,
  reveal,
  viewOf,
  withReferences,
} from '../records/index.ts'
import type { RecordRoute } from './record-call.ts'

const isQueue = ({ queue }: ListQuery): boolean => queue !== null && queue !== 'done'

/**
 * Reads the list that a query asks for: a review queue, one owner's section, or the values in force in the
 * scope.
 */
function pageFor(ask: Ask, query: ListQuery): Promise<RecordPage> {
  const { engine, actor, definition } = ask
  if (isQueue(query)) return listQueue(engine, actor, definition, query)
  const owner = actor.role === 2 ? (query.ownerId ?? actor.teacherId) : query.ownerId
  return owner !== null && query.queue === null && definition.owner === 'teacher'
    ? listSection(ask, owner, query)
    : listEffective(ask, query)
}

/** Notes which teachers' records a page showed. Records of institutions belong to no archive. */
async function notePage({ engine, actor, definition }: Ask, query: ListQuery, page: RecordPage) {
  if (definition.owner !== 'teacher') return
  await engine.readings.note(
    actor,
    { kind: isQueue(query) ? 'queue' : 'list', type: definition.name },
    page.list.map(({ ownerId }) => ownerId),
  )
}

const countedPage = recordPage.extend({ counts: tabCounts.optional() })

export const listRoute: RecordRoute = {
  method: 'GET',
  path: '/:type',
  summary: '列表：有效记录；教师为本人各条（含未决）；queue=open 为待我审',
  answer: countedPage,
  handle: (call) => listRecords(call, call.query),
}

/**
 * The list of a type as its query asks for it, with the names of what it points to; notes whose records it
 * showed.
 */
export async function listRecords(
  ask: Ask,
  raw: Readonly<Record<string, unknown>>,
): Promise<z.output<typeof countedPage>> {
  const { engine, actor, definition } = ask
  const query = readListQuery(definition, raw)
  const page = await pageFor(ask, query)
  const [references] = await Promise.all([
    withReferences(engine, actor, definition, page.list),
    notePage(ask, query, page),
  ])
  return {
    ...page,
    ...references,
    ...(query.counts && { counts: await countsOf(engine, actor, definition) }),
  }
}

export const oneRoute: RecordRoute = {
  method: 'GET',
  path: '/:type/:id',
  summary: '一条：现行值与未决值并列',
  answer: recordView,
  handle: async ({ engine, actor, definition, id }) => {
    const loaded = await load(engine.db, actor, definition, id)
    const [view] = await Promise.all([
      viewOf(engine, actor, loaded),
      noteRecordRead(engine, actor, loaded, { kind: 'record' }),
    ])
    return view
  },
}

export const historyRoute: RecordRoute = {
  method: 'GET',
  path: '/:type/:id/history',
  summary: '办理记录：谁在何时做了什么，改了什么',
  answer: z.array(historyEntry),
  handle: (call) => historyOf(call, call.id),
}

export const asOfRoute: RecordRoute = {
  method: 'GET',
  path: '/:type/:id/asOf',
  summary: '按登记时间回看某日终的值',
  answer: asOfView,
  handle: (call) => {
    const { date, ...extra } = call.query
    const [unknown] = Object.keys(extra)
    if (unknown)
      throw new AppError('invalid', {
        errors: [{ field: unknown.slice(0, 40), message: '查询条件有误，请重新选择' }],
      })
    return asOf(call, call.id, readDay(date))
  },
}

export const revealRoute: RecordRoute = {
  method: 'POST',
  path: '/:type/:id/reveal',
  summary: '查看一项完整内容：写明原因，记入日志，本人可见',
  answer: revealed,
  body: revealBody,
  stepUp: true,
  handle: (call) => reveal(call, call.id, parsed(revealBody, call.body)),
}
