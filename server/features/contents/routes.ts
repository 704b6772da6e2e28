import { z } from 'zod'
import {
  contentBatch,
  contentBatchDone,
  contentDraft,
  contentEdit,
  contentExamined,
  contentFinding,
  contentPage,
  contentPin,
  contentPublish,
  contentQuery,
  contentRestore,
  contentSendBack,
  contentVersioned,
  contentVersions,
  contentView,
  type ContentBatchDone,
} from '../../../catalogue/contract/portal/contents.ts'
import { contentFilters, contentQueryOf } from '../../../catalogue/contract/portal/content-query.ts'
import { filtersAmong } from '../../../catalogue/contract/declared-query.ts'
import { contentId, contentName } from '../../../catalogue/contract/portal/portal.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import {
  changing,
  create,
  edit,
  hostsOf,
  listContents,
  pin,
  publish,
  remove,
  restore,
  rowOf,
  sendBack,
  takeDown,
  undoApproval,
  urgeApproval,
  versionsOf,
  viewOf,
  withdraw,
  type ContentAct,
} from '../../engine/publishing/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { register } from '../../platform/http/call.ts'
import { refusalOf } from '../../platform/http/refusal.ts'
import type { Server } from '../../platform/http/server.ts'
import { writersOf, writing, type Contents } from './feature.ts'

const sharedOf = ({ types }: Contents) => ({ access: writersOf(types), tag: '门户内容' }) as const
const ofType = z.object({ type: contentName })
const ofOne = z.object({ type: contentName, id: contentId })
const one = '/api/v1/contents/:type/:id'

/** The calls by which contents of any type are kept, from their declarations. */
export function contentRoutes(server: Server, feature: Contents): void {
  readRoutes(server, feature)
  examinedRoute(server, feature)
  copyRoutes(server, feature)
  actRoutes(server, feature)
  batchRoute(server, feature)
}

/** What stands in the files of a form that is being filled in; only files that the caller uploaded are told of. */
function examinedRoute(server: Server, feature: Contents): void {
  register(server, {
    ...sharedOf(feature),
    method: 'POST',
    url: '/api/v1/contents/:type/examined',
    summary: '送审前检查各件：哪些必须改，哪些建议改',
    params: ofType,
    body: contentExamined,
    answer: z.array(contentFinding),
    perMinute: 120,
    handle: async ({ params: { type }, body: { value } }, request) => {
      const actor = feature.actorOn(request)
      const definition = writing(feature, actor, type)
      const { files = [] } = definition.examined ?? {}
      for (const key of files)
        if (typeof value[key] === 'string' && !uuid.safeParse(value[key]).success)
          throw invalid(key, '文件的编号不对')
      if (files.length === 0) return []
      return [...((await feature.examine?.(feature.db, definition, value, actor.identityId)) ?? [])]
    },
  })
}

/** One act on several contents. Each is judged and changed by itself; a refused one stops no other. */
function batchRoute(server: Server, feature: Contents): void {
  const { db, actorOn } = feature
  register(server, {
    ...sharedOf(feature),
    method: 'POST',
    url: '/api/v1/contents/:type/batch',
    summary: '成批下架、送审或发布；逐条办理，逐条答复',
    params: ofType,
    body: contentBatch,
    answer: contentBatchDone,
    handle: async ({ params, body: { act, items } }, request) => {
      const actor = actorOn(request)
      const definition = writing(feature, actor, params.type)
      const hosts = await hostsOf(db)
      const results: ContentBatchDone['results'] = []
      for (const { id, version } of items) {
        const message = await refusalOf(() =>
          changing(feature, { actor, definition, id, version }, (acting) =>
            act === 'takeDown' ? takeDown(acting) : handIn(acting, hosts),
          ),
        )
        results.push({ id, ok: message === null, message })
      }
      return { success: results.filter(({ ok }) => ok).length, results }
    },
  })
}

/** Publishes or submits; a content that waits for a reviewer is decided on its own page. */
async function handIn(acting: ContentAct, hosts: readonly string[]): Promise<void> {
  if (acting.row.state === 'inReview') throw new AppError('wrongState', { message: '正在审核，请逐条办理' })
  await publish(acting, { publishAt: null, takeDownAt: null, opinion: '' }, hosts)
}

function readRoutes(server: Server, feature: Contents): void {
  const { db, actorOn } = feature
  register(server, {
    ...sharedOf(feature),
    method: 'GET',
    url: '/api/v1/contents/:type',
    summary: '我能管理的内容',
    params: ofType,
    // Filters and orders are those of the type, which only the path names.
    query: contentQuery.loose(),
    answer: contentPage,
    handle: async ({ params, query }, request) => {
      const definition = writing(feature, actorOn(request), params.type)
      const asked = parsed(contentQueryOf(definition), query)
      const filters = filtersAmong(contentFilters(definition), asked)
      return listContents(db, actorOn(request), definition, { ...asked, filters })
    },
  })
  register(server, {
    ...sharedOf(feature),
    method: 'GET',
    url: one,
    summary: '一条内容：工作稿和正在发布的',
    params: ofOne,
    answer: contentView,
    handle: async ({ params: { type, id } }, request) =>
      viewOf(feature, actorOn(request), writing(feature, actorOn(request), type), id),
  })
  register(server, {
    ...sharedOf(feature),
    method: 'GET',
    url: `${one}/versions`,
    summary: '发布过的各版',
    params: ofOne,
    answer: contentVersions,
    handle: async ({ params: { type, id } }, request) =>
      versionsOf(feature, actorOn(request), writing(feature, actorOn(request), type), id),
  })
}

function copyRoutes(server: Server, feature: Contents): void {
  const { db, actorOn } = feature
  register(server, {
    ...sharedOf(feature),
    method: 'POST',
    url: '/api/v1/contents/:type',
    remembersKeys: true,
    summary: '新增（草稿）；Idempotency-Key 可重发',
    params: ofType,
    body: contentDraft,
    answer: contentView,
    handle: async ({ params, body }, request) => {
      const actor = actorOn(request)
      const definition = writing(feature, actor, params.type)
      const key = request.headers['idempotency-key']
      const { id } = await create(feature, { actor, definition, body: body.value, key })
      return viewOf(feature, actor, definition, id)
    },
  })
  register(server, {
    ...sharedOf(feature),
    method: 'PUT',
    url: one,
    summary: '修改工作稿；读者看到的不变，发布后才换',
    params: ofOne,
    body: z.unknown(),
    answer: contentView,
    handle: async ({ params: { type, id }, body }, request) => {
      const actor = actorOn(request)
      const definition = writing(feature, actor, type)
      await rowOf(db, actor, definition, id)
      const { version, value } = parsed(contentEdit, body)
      await edit(feature, { actor, definition, id, version }, value)
      return viewOf(feature, actor, definition, id)
    },
  })
  register(server, {
    ...sharedOf(feature),
    method: 'DELETE',
    url: one,
    summary: '删除从未发布过的',
    params: ofOne,
    answer: z.boolean(),
    handle: async ({ params: { type, id } }, request) => {
      const actor = actorOn(request)
      await changing(feature, { actor, definition: writing(feature, actor, type), id, version: null }, remove)
      return true
    },
  })
}

/** An act on one content. The reach is judged before the body is read. */
interface Act<S extends z.ZodType<{ version: number }>> {
  readonly name: string
  readonly summary: string
  readonly body: S
  readonly run: (acting: ContentAct, body: z.output<S>, hosts: readonly string[]) => Promise<void>
}

/** Registers acts on one content. */
const actsOn =
  (server: Server, feature: Contents) =>
  <S extends z.ZodType<{ version: number }>>({ name, summary, body: schema, run }: Act<S>) =>
    register(server, {
      ...sharedOf(feature),
      method: 'POST',
      url: `${one}/${name}`,
      summary,
      params: ofOne,
      body: z.unknown(),
      answer: contentView,
      handle: async ({ params: { type, id }, body }, request) => {
        const actor = feature.actorOn(request)
        const definition = writing(feature, actor, type)
        await rowOf(feature.db, actor, definition, id)
        const asked = parsed(schema, body)
        const hosts = await hostsOf(feature.db)
        await changing(feature, { actor, definition, id, version: asked.version }, (acting) =>
          run(acting, asked, hosts),
        )
        return viewOf(feature, actor, definition, id)
      },
    })

function actRoutes(server: Server, feature: Contents): void {
  const act = actsOn(server, feature)
  act({
    name: 'publish',
    summary: '发布，可以定时；须审核的先送审，再由各级逐个通过',
    body: contentPublish,
    run: publish,
  })
  act({
    name: 'sendBack',
    summary: '把送审的退回修改',
    body: contentSendBack,
    run: (acting, { reason }) => sendBack(acting, reason),
  })
  act({ name: 'withdraw', summary: '撤回自己送审的', body: contentVersioned, run: withdraw })
  act({
    name: 'urge',
    summary: '催办：提醒正在审核的单位，每 24 小时一次',
    body: contentVersioned,
    run: urgeApproval,
  })
  act({
    name: 'undo',
    summary: '撤销自己刚给出的通过；更大范围的人已打开的不能撤销',
    body: contentVersioned,
    run: undoApproval,
  })
  act({ name: 'takeDown', summary: '下架', body: contentVersioned, run: takeDown })
  act({
    name: 'restore',
    summary: '把旧版恢复到工作稿',
    body: contentRestore,
    run: (acting, { no }) => restore(acting, no),
  })
  act({
    name: 'pin',
    summary: '置顶或取消置顶',
    body: contentPin,
    run: (acting, { pinned }) => pin(acting, pinned),
  })
}
