import type { z } from 'zod'
import { declarations, declarationsQuery } from '../../../catalogue/contract/archive/declarations.ts'
import { envelope, uuid } from '../../../catalogue/contract/envelope.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { isOwnKey } from '../../../catalogue/own/key.ts'
import { isSlot } from '../../../catalogue/own/slot-names.ts'
import { isObject } from '../../platform/http/body.ts'
import type { Server } from '../../platform/http/server.ts'
import type { ActorOn } from '../access/index.ts'
import { definitionOf, type Actor, type Engine } from '../engine.ts'
import { declarationsFor } from '../records/index.ts'
import { asOfRoute, historyRoute, listRoute, oneRoute, revealRoute } from './reading.ts'
import type { RecordRoute } from './record-call.ts'
import { actionRoute, batchRoute, createRoute, deleteRoute, editRoute, previewRoute } from './writing.ts'

/** Roles that have archives in their scope. */
const archiveRoles = [2, 3, 4, 5, 6] as const
const tag = '档案记录'

/** The verbs of /api/v1/records, for every type of the registry, in the order of the API document. */
const routes: readonly RecordRoute[] = [
  listRoute,
  createRoute,
  previewRoute,
  batchRoute,
  oneRoute,
  editRoute,
  deleteRoute,
  historyRoute,
  asOfRoute,
  revealRoute,
  actionRoute,
]

/** Registers the record calls. */
export function recordRoutes(server: Server, engine: Engine, actorOn: ActorOn): void {
  server.route<{ Querystring: z.infer<typeof declarationsQuery> }>({
    method: 'GET',
    url: '/api/v1/records',
    config: { access: archiveRoles },
    compress: {},
    schema: {
      summary: '我可见的记录类型，与待办事项的条数',
      tags: [tag],
      querystring: declarationsQuery,
      response: { 200: envelope(declarations) },
    },
    handler: async (request, reply) =>
      answer(reply, await declarationsFor(engine, actorOn(request), request.query.only === 'pending')),
  })
  for (const route of routes) registerRoute(server, engine, actorOn, route)
}

/** What Fastify reads of a record call without a schema. */
interface RecordRequest {
  Params: { type: string; id?: string; action?: string }
  Querystring: Record<string, unknown>
}

function registerRoute(server: Server, engine: Engine, actorOn: ActorOn, route: RecordRoute): void {
  server.route<RecordRequest>({
    method: route.method,
    url: `/api/v1/records${route.path}`,
    config: {
      access: archiveRoles,
      ...(route === listRoute && { mayLag: true }),
      ...(route.stepUp && { stepUp: route.stepUp }),
      ...(route === createRoute && { remembersKeys: true }),
    },
    // Only lists are long enough to gain from compression.
    ...(route === listRoute && { compress: {} }),
    schema: {
      summary: route.summary,
      tags: [tag],
      response: { 200: envelope(route.answer) },
      ...(route.body && { body: route.body }),
    },
    // Which fields a sender may write depends on the actor. The engine reads the body after it decided that.
    validatorCompiler: () => (value) => ({ value }),
    // The engine builds answers key by key from the declaration. A serialiser would cost time and strip
    // nothing.
    serializerCompiler: () => (value) => JSON.stringify(value),
    handler: async (request, reply) => {
      const { type, id, action = '' } = request.params
      const actor = actorOn(request)
      const definition = await knownTo(engine, actor, await factsOf(engine, type), request.body)
      if (id !== undefined && !uuid.safeParse(id).success) throw new AppError('missing')
      const key = request.headers['idempotency-key']
      const call = {
        engine,
        actor,
        definition,
        id: id ?? '',
        action,
        query: request.query,
        body: request.body,
        key: typeof key === 'string' ? key : undefined,
      }
      return answer(reply, await route.handle(call))
    },
  })
}

/** The declaration of a type. One of a region's own that this process does not know makes it look once. */
async function factsOf(engine: Engine, type: string): Promise<AnyRecord> {
  if (isSlot(type) && !engine.records[type]) await engine.own.learn()
  return definitionOf(engine, type)
}

/**
 * The declaration as this reader knows it, with the fields of offices. A body that names an own field which
 * this process has not read of makes it look once: another process took the page's declaration.
 */
async function knownTo(engine: Engine, actor: Actor, facts: AnyRecord, body: unknown): Promise<AnyRecord> {
  const definition = await engine.own.forReader(actor, facts)
  const isNew = (key: string) => isOwnKey(key) && !Object.hasOwn(definition.fields, key)
  if (!isObject(body) || !Object.keys(body).some(isNew)) return definition
  await engine.own.learn()
  return engine.own.forReader(actor, facts)
}

function answer(
  reply: { header: (k: string, v: string) => { send: (data: unknown) => unknown } },
  data: unknown,
) {
  return reply.header('cache-control', 'no-store').send({ error_code: 0, msg: 'ok', data })
}
