import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { correctionCounts } from '../../../catalogue/contract/workspace.ts'
import {
  confirmationBody,
  confirmationPage,
  confirmationQuery,
  correctionAnswer,
  correctionPage,
  correctionQuery,
  correctionRequest,
  correctionsOfRecord,
} from '../../../catalogue/contract/archive/corrections.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { correctableKeys } from '../../../catalogue/rules/correctable.ts'
import { definitionOf, type Engine } from '../../engine/engine.ts'
import { loadWithoutEvents } from '../../engine/records/index.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { confirm, confirmationCounts, confirmationOf, listConfirmations } from './confirm.ts'
import { correctionsOf, countCorrections, listCorrections } from './queue.ts'
import { answer, ask, type CorrectionTools } from './store.ts'

const tag = '更正申请'

/** Calls by which a teacher has a recorded value corrected (教师申请更正). */
export function correctionRoutes(
  server: Server,
  engine: Engine,
  tools: CorrectionTools,
  actorOn: ActorOn,
): void {
  queueRoutes(server, engine, tools, actorOn)
  recordRoute(server, engine, tools, actorOn)
  askingRoutes(server, engine, tools, actorOn)
}

/** Corrections and confirmations in queues, with their figures. */
function queueRoutes(server: Server, engine: Engine, tools: CorrectionTools, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/corrections',
    access: [2, 3, 4, 5, 6],
    tag,
    summary: '更正申请：教师为本人的，机构为范围内的',
    query: correctionQuery,
    answer: correctionPage,
    handle: ({ query }, request) => listCorrections(engine, tools, actorOn(request), query),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/corrections/counts',
    access: [3, 4, 5, 6],
    tag,
    summary: '更正申请与待确认记录的条数：待我处理、待下级处理、已处理',
    answer: correctionCounts,
    handle: async (_, request) => {
      const actor = actorOn(request)
      const [corrections, confirmations] = await Promise.all([
        countCorrections(engine.db, actor),
        actor.role === 3 ? null : confirmationCounts(engine.db, actor),
      ])
      return { corrections, confirmations }
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/confirmations',
    access: [4, 5, 6],
    tag,
    summary: '学校登记、由上级确认的记录：等我确认、等下级确认、已办',
    query: confirmationQuery,
    answer: confirmationPage,
    handle: ({ query }, request) => listConfirmations(engine, tools, actorOn(request), query),
  })
}

/** Corrections of one record, and what stands about its confirmation. */
function recordRoute(server: Server, engine: Engine, tools: CorrectionTools, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/corrections/record/:type/:id',
    access: [2, 3, 4, 5, 6],
    tag,
    summary: '一条记录的更正申请与答复',
    params: z.object({ type: z.string().max(60), id: z.string().max(60) }),
    answer: correctionsOfRecord,
    handle: async ({ params: { type, id } }, request) => {
      const actor = actorOn(request)
      const loaded = await loadRecord(engine, actor, type, id)
      const [list, confirmation] = await Promise.all([
        correctionsOf(engine, tools, actor, loaded),
        confirmationOf(engine.db, actor, loaded),
      ])
      const free = !list.some(({ state }) => state === 'open')
      return {
        list,
        canAsk:
          actor.role === 2 &&
          free &&
          loaded.effective !== null &&
          correctableKeys(loaded.definition).length > 0,
        confirmation,
      }
    },
  })
}

/** Asking for a correction, answering it, confirming a record. */
function askingRoutes(server: Server, engine: Engine, tools: CorrectionTools, actorOn: ActorOn): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/corrections',
    access: [2],
    tag,
    summary: '申请更正一条由学校登记的记录',
    body: correctionRequest,
    answer: z.object({ id: uuid }),
    perMinute: 30,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      const loaded = await loadRecord(engine, actor, body.type, body.recordId)
      if (correctableKeys(loaded.definition).length === 0) {
        const message = '该档案由您自己填写，请直接修改'
        throw invalid('type', message)
      }
      return { id: await ask({ engine, tools, actor }, loaded, body) }
    },
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/corrections/:id/answer',
    access: [3, 4, 5, 6],
    tag,
    summary: '答复更正申请：已更正或不予更正',
    params: z.object({ id: z.string().max(60) }),
    body: correctionAnswer,
    answer: z.boolean(),
    handle: async ({ params: { id }, body }, request) => {
      if (!uuid.safeParse(id).success) throw new AppError('missing')
      await answer({ engine, tools, actor: actorOn(request) }, id, body)
      return true
    },
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/confirmations/:type/:id',
    access: [4, 5, 6],
    tag,
    summary: '确认学校登记的惩处记录',
    params: z.object({ type: z.string().max(60), id: z.string().max(60) }),
    body: confirmationBody,
    answer: z.boolean(),
    handle: async ({ params: { type, id }, body }, request) => {
      const actor = actorOn(request)
      await confirm(engine, actor, await loadRecord(engine, actor, type, id), body.version)
      return true
    },
  })
}

/** The record for this reader; anything malformed answers like missing. */
function loadRecord(engine: Engine, actor: Actor, type: string, id: string) {
  const definition = definitionOf(engine, type)
  if (!uuid.safeParse(id).success) throw new AppError('missing')
  return loadWithoutEvents(engine.db, actor, definition, id)
}
