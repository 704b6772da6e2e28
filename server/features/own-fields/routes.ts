import type { Actor } from '../../../catalogue/access/access.ts'
import {
  confirmBody,
  draftBody,
  draftSaved,
  effectBody,
  ownEffect,
  ownKeyGiven,
  published,
  publishBody,
  refuseBody,
  takeBackBody,
} from '../../../catalogue/contract/own-fields.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError, invalidFields } from '../../../catalogue/errors.ts'
import type { OwnBody } from '../../../catalogue/own/body.ts'
import { faultsOf, type JudgementContext } from '../../../catalogue/own/judge.ts'
import { layered } from '../../../catalogue/own/layers.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { today } from '../../platform/clock/clock.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { done, offices, params, type OwnFields } from './call.ts'
import { effectOf } from './effect.ts'
import { confirmDraft, publishDraft, refuseDraft, takeBack, type Refusal } from './publish.ts'
import { layerRoute, openingRoutes, readingRoutes } from './reading.ts'
import { dropDraft, giveKey, keysGiven, latestOf, rightsOf, saveDraft } from './store.ts'

/** Calls by which offices add fields to the shipped types while the portal runs (docs/decisions/0223). */
export function ownFieldRoutes(server: Server, feature: OwnFields): void {
  layerRoute(server, feature)
  readingRoutes(server, feature)
  draftRoutes(server, feature)
  publishingRoutes(server, feature)
  openingRoutes(server, feature)
}

/** What the office's declaration is judged in, as the database has it now. */
async function judgingOf(
  db: Queryable,
  engine: Engine,
  actor: Actor,
  facts: AnyRecord,
): Promise<JudgementContext> {
  const office = actor.institutionId
  const [{ isTop, most }, latest, given, layers] = await Promise.all([
    rightsOf(db, actor),
    latestOf(db, office, facts.name),
    keysGiven(db, office, facts.name),
    engine.own.layersFor(actor, facts.name),
  ])
  if (most === 0) throw new AppError('forbidden', { message: '上级单位尚未向本单位开放自有栏目' })
  const above = layers.filter((one) => one.asked && one.office.id !== office)
  return {
    records: engine.records,
    above: layered(facts, above, () => true, today()),
    before: latest.no === 0 ? null : latest.body,
    given,
    mayHide: isTop,
    most,
  }
}

/** Refuses what is wrong with a declaration: 400 with the fields at fault. */
const refusalOf =
  ({ db, engine }: OwnFields, actor: Actor, facts: AnyRecord): Refusal =>
  async (body: OwnBody) => {
    const errors = faultsOf(body, await judgingOf(db, engine, actor, facts))
    if (errors.length > 0) throw invalidFields(errors)
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
      await judgingOf(db, engine, actor, definitionOf(engine, type))
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
      await judgingOf(db, engine, actor, definitionOf(engine, type))
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
      definitionOf(engine, type)
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
      const facts = definitionOf(engine, type)
      return effectOf(engine.search, actor, body.body, await judgingOf(db, engine, actor, facts))
    },
  })
}

function publishingRoutes(server: Server, feature: OwnFields): void {
  const { db, engine, actorOn } = feature
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
      const refuse = refusalOf(feature, actor, definitionOf(engine, type))
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
      const refuse = refusalOf(feature, actor, definitionOf(engine, type))
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
      definitionOf(engine, type)
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
      definitionOf(engine, type)
      return takeBack(db, actorOn(request), type, body.no)
    },
  })
}
