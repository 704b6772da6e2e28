import {
  confirmBody,
  draftBody,
  draftSaved,
  effectBody,
  newTypeBody,
  newTypeGiven,
  ownEffect,
  ownKeyGiven,
  published,
  publishBody,
  refuseBody,
  takeBackBody,
} from '../../../catalogue/contract/own-fields.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { done, offices, params, type OwnFields } from './call.ts'
import { effectOf } from './effect.ts'
import { factsFor, judgingOf, refusalOf } from './judging.ts'
import { confirmDraft, publishDraft, refuseDraft, takeBack } from './publish.ts'
import { layerRoute, openingRoutes, readingRoutes } from './reading.ts'
import { dropDraft, giveKey, saveDraft } from './store.ts'
import { beginType, requireTypeRight } from './types.ts'

/** Calls by which offices add fields to the shipped types while the portal runs (docs/decisions/0223). */
export function ownFieldRoutes(server: Server, feature: OwnFields): void {
  layerRoute(server, feature)
  readingRoutes(server, feature)
  beginRoute(server, feature)
  draftRoutes(server, feature)
  publishingRoutes(server, feature)
  openingRoutes(server, feature)
}

function beginRoute(server: Server, { db, actorOn }: OwnFields): void {
  register(server, {
    ...offices,
    method: 'POST',
    url: '/api/v1/own-types',
    summary: '新设一类自有档案的草稿；同名的未发布草稿接着用，至多 12 类',
    body: newTypeBody,
    answer: newTypeGiven,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      await requireTypeRight(db, actor)
      return beginType(db, actor, body)
    },
  })
}

function draftRoutes(server: Server, feature: OwnFields): void {
  const { db, engine, actorOn } = feature
  register(server, {
    ...offices,
    method: 'POST',
    url: '/api/v1/own/:type/key',
    summary: '为新栏目取一个编号，用过的不再发',
    params,
    answer: ownKeyGiven,
    handle: async ({ params: { type } }, request) => {
      const actor = actorOn(request)
      await judgingOf(feature, actor, await factsFor(feature, actor, type))
      return { key: await giveKey(db, actor, type) }
    },
  })
  register(server, {
    ...offices,
    method: 'PUT',
    url: '/api/v1/own/:type/draft',
    summary: '保存草稿；editNo 不符回 409',
    params,
    body: draftBody,
    answer: draftSaved,
    handle: async ({ params: { type }, body }, request) => {
      const actor = actorOn(request)
      await judgingOf(feature, actor, await factsFor(feature, actor, type))
      return { editNo: await saveDraft(db, actor, type, body) }
    },
  })
  register(server, {
    ...offices,
    method: 'DELETE',
    url: '/api/v1/own/:type/draft',
    summary: '放弃草稿',
    params,
    answer: done,
    handle: async ({ params: { type } }, request) => {
      await factsFor(feature, actorOn(request), type)
      await dropDraft(db, actorOn(request), type)
      return { done: true as const }
    },
  })
  register(server, {
    ...offices,
    method: 'POST',
    url: '/api/v1/own/:type/effect',
    summary: '发布前预览影响：有误之处、相近的栏目、缺项与在办的条数',
    params,
    body: effectBody,
    answer: ownEffect,
    handle: async ({ params: { type }, body }, request) => {
      const actor = actorOn(request)
      const facts = await factsFor(feature, actor, type)
      return effectOf(engine.search, actor, body.body, await judgingOf(feature, actor, facts))
    },
  })
}

function publishingRoutes(server: Server, feature: OwnFields): void {
  const { db, actorOn } = feature
  register(server, {
    ...offices,
    method: 'POST',
    url: '/api/v1/own/:type/publish',
    summary: '发布；须复核的送请另一位同事复核，发布后约十秒各处生效',
    params,
    body: publishBody,
    answer: published,
    handle: async ({ params: { type }, body }, request) => {
      const actor = actorOn(request)
      const refuse = refusalOf(feature, actor, await factsFor(feature, actor, type))
      return publishDraft(db, actor, type, { ...body, refuse })
    },
  })
  register(server, {
    ...offices,
    method: 'POST',
    url: '/api/v1/own/:type/confirm',
    summary: '复核并发布；不能由送请复核的本人办理',
    params,
    body: confirmBody,
    answer: published,
    handle: async ({ params: { type }, body }, request) => {
      const actor = actorOn(request)
      const refuse = refusalOf(feature, actor, await factsFor(feature, actor, type))
      return confirmDraft(db, actor, type, { ...body, refuse })
    },
  })
  register(server, {
    ...offices,
    method: 'POST',
    url: '/api/v1/own/:type/refuse',
    summary: '不同意发布，退回草稿',
    params,
    body: refuseBody,
    answer: done,
    handle: async ({ params: { type }, body }, request) => {
      await factsFor(feature, actorOn(request), type)
      await refuseDraft(db, actorOn(request), type, body)
      return { done: true as const }
    },
  })
  register(server, {
    ...offices,
    method: 'POST',
    url: '/api/v1/own/:type/take-back',
    summary: '十分钟内且尚无人填写时撤回刚发布的一版',
    params,
    body: takeBackBody,
    answer: published,
    handle: async ({ params: { type }, body }, request) => {
      await factsFor(feature, actorOn(request), type)
      return takeBack(db, actorOn(request), type, body.no)
    },
  })
}
