import { z } from 'zod'
import {
  caseAction,
  caseBatch,
  caseBatchDone,
  caseBegin,
  caseEdit,
  caseMoved,
  casePage,
  caseParams,
  casesWaiting,
  caseView,
  institutionChoices,
  ownParts,
  partAnswer,
  partAnswered,
  type CaseBatchDone,
} from '../../../catalogue/contract/processes.ts'
import { caseQueryOf, filtersIn } from '../../../catalogue/contract/case-query.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { concernsPeople, isByPeople, processPath } from '../../../catalogue/processes/reading.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import { isStorable } from '../../../catalogue/kinds/kind.ts'
import { institutionCalled } from '../../engine/access/index.ts'
import {
  answerPart,
  beginCase,
  editCase,
  listCases,
  makeMove,
  viewOfCase,
} from '../../engine/processes/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import { refusalOf } from '../../platform/http/refusal.ts'
import type { Server } from '../../platform/http/server.ts'
import type { ProcessNeeds } from './index.ts'
import { waitingCases } from './counts.ts'
import { ownPartsOf } from './own-parts.ts'
import { urgeCase } from './urge.ts'

const readers = [2, 3, 4, 5, 6] as const
const offices = [3, 4, 5, 6] as const

const idList = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){0,99}$/, '编号应为数字，以逗号分隔')
  .transform((text) => text.split(',').map(Number))

/** The calls of each process, `/api/v1/{name}` as the specification names them, and those of all together. */
export function processRoutes(server: Server, needs: ProcessNeeds): void {
  sharedRoutes(server, needs)
  for (const definition of Object.values<AnyProcess>(processes)) {
    readRoutes(server, needs, definition)
    if (!definition.begunApart) beginRoute(server, needs, definition)
    writeRoutes(server, needs, definition)
    batchRoute(server, needs, definition)
  }
}

function sharedRoutes(server: Server, { db, actorOn, engine }: ProcessNeeds): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/processes/waiting',
    access: readers,
    tag: '办理事项',
    summary: '各类事项等本单位办理的件数',
    answer: casesWaiting,
    handle: async (_, request) => ({ list: await waitingCases(db, actorOn(request)) }),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/processes/people',
    access: [2],
    tag: '办理事项',
    summary: '把本人列为成员等的事项，待确认的在前',
    answer: ownParts,
    handle: (_, request) => ownPartsOf(db, actorOn(request)),
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/processes/people/:id',
    access: [2],
    tag: '办理事项',
    summary: '确认参加，或说明不参加',
    params: caseParams,
    body: partAnswer,
    answer: partAnswered,
    handle: ({ params, body }, request) => answerPart(db, actorOn(request), params.id, body.agree),
  })
  choiceRoute(server, engine, {
    url: '/api/v1/processes/institutions',
    summary: '选平台上的学校，按名称或拼音',
    among: sql`i.level = 'school'`,
  })
  choiceRoute(server, engine, {
    url: '/api/v1/processes/offices',
    summary: '选平台上的单位：教育行政部门、教研机构、学校，按名称或拼音',
    among: sql`true`,
  })
}

/** Open institutions of the whole platform to choose from. */
function choiceRoute(
  server: Server,
  engine: ProcessNeeds['engine'],
  { url, summary, among }: { readonly url: string; readonly summary: string; readonly among: Sql },
): void {
  register(server, {
    method: 'GET',
    url,
    access: readers,
    tag: '办理事项',
    summary,
    perMinute: 60,
    query: z.strictObject({
      q: z.string().trim().max(60).refine(isStorable, '含有不能搜索的字符').default(''),
      ids: idList.optional(),
    }),
    answer: institutionChoices,
    handle: async ({ query: { q, ids } }) => {
      const which = ids
        ? sql`i.id = any(${ids}::int[])`
        : sql`${among} and i.closed_on is null and ${institutionCalled('i', q)}`
      const list = await engine.search.query<{ id: number; name: string; note: string }>(sql`
        select i.id, i.name, coalesce(a.name, '') as note
        from institution i
        left join institution a on a.id = i.parent_id
        where ${which}
        order by i.name_sort, i.id limit 30`)
      return { list }
    },
  })
}

function readRoutes(server: Server, { db, actorOn, processing }: ProcessNeeds, definition: AnyProcess): void {
  const url = processPath(definition)
  const tag = definition.title
  register(server, {
    method: 'GET',
    url,
    access: readers,
    tag,
    summary: `${definition.title}：本单位是一方的、下级的；教师看自己的`,
    query: caseQueryOf(definition),
    answer: casePage,
    handle: ({ query }, request) => {
      const filters = filtersIn(definition, query)
      return listCases(db, actorOn(request), definition, { ...query, filters })
    },
  })
  register(server, {
    method: 'GET',
    url: `${url}/:id`,
    access: readers,
    tag,
    summary: `一件${definition.title}：到了哪一步，我能做什么，办理记录`,
    params: caseParams,
    answer: caseView,
    handle: ({ params: { id } }, request) => viewOfCase(processing, actorOn(request), definition, id),
  })
}

function beginRoute(server: Server, { actorOn, processing }: ProcessNeeds, definition: AnyProcess): void {
  register(server, {
    method: 'POST',
    url: processPath(definition),
    tag: definition.title,
    access: [...new Set(definition.begins.flatMap(({ by }) => by))],
    remembersKeys: true,
    summary: `${definition.beginLabel}（草稿）；Idempotency-Key 可重发`,
    // A number can be tried here: as few a minute as where people are found by number.
    perMinute: 30,
    body: caseBegin,
    answer: caseView,
    handle: async ({ body: { about, value } }, request) => {
      const actor = actorOn(request)
      const key = request.headers['idempotency-key']?.toString()
      const id = await beginCase(processing, { actor, definition, about, value, key })
      return viewOfCase(processing, actor, definition, id)
    },
  })
}

function writeRoutes(server: Server, { actorOn, processing }: ProcessNeeds, definition: AnyProcess): void {
  const url = processPath(definition)
  const shared = {
    access: concernsPeople(definition) ? readers : offices,
    tag: definition.title,
  } as const
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/:id`,
    summary: `修改${definition.title}的草稿`,
    params: caseParams,
    body: caseEdit,
    answer: caseView,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await editCase(processing, { actor, definition, id, ...body })
      return viewOfCase(processing, actor, definition, id)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:id/:action`,
    summary: `办理${definition.title}：${actionsOf(definition)}；urge 催办`,
    params: caseAction,
    body: caseMoved,
    answer: caseView,
    handle: async ({ params: { id, action }, body }, request) => {
      const actor = actorOn(request)
      if (action === 'urge') await urgeCase(processing, actor, definition, id)
      else
        for (const person of await makeMove(processing, { actor, definition, id, action, ...body }))
          server.forgetPerson(person)
      return viewOfCase(processing, actor, definition, id)
    },
  })
}

/** One move of several cases. Each is a transaction of its own: what is refused keeps nobody else. */
function batchRoute(server: Server, { actorOn, processing }: ProcessNeeds, definition: AnyProcess): void {
  register(server, {
    method: 'POST',
    url: `${processPath(definition)}/moves`,
    access: concernsPeople(definition) ? readers : offices,
    tag: definition.title,
    summary: `一次办理多件${definition.title}：逐件办，办不成的写明原因`,
    perMinute: 30,
    body: caseBatch,
    answer: caseBatchDone,
    handle: async ({ body: { move, reason, items } }, request) => {
      const actor = actorOn(request)
      const results: CaseBatchDone['results'] = []
      for (const { id, version } of items) {
        const asked = { actor, definition, id, action: move, version, reason, value: {} }
        const message = await refusalOf(async () => {
          for (const person of await makeMove(processing, asked)) server.forgetPerson(person)
        })
        results.push({ id, ok: message === null, message })
      }
      return { success: results.filter(({ ok }) => ok).length, results }
    },
  })
}

const actionsOf = ({ moves }: AnyProcess): string =>
  [...new Map(moves.filter(isByPeople).map(({ name, label }) => [name, label]))]
    .map(([name, label]) => `${name} ${label}`)
    .join('、')
