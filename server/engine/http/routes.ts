import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  actionBody,
  actionResult,
  asOfView,
  batchBody,
  batchResult,
  declarations,
  historyEntry,
  previewView,
  recordPage,
  recordView,
  revealBody,
  revealed,
  tabCounts,
  writeResult,
} from '../../../catalogue/contract/records.ts'
import { envelope, uuid } from '../../../catalogue/contract/envelope.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { AppError, errors } from '../../../catalogue/errors.ts'
import type { Server } from '../../platform/http/server.ts'
import { act, type Action, actions, batch, preview } from '../flows/index.ts'
import { definitionOf, type Engine } from '../engine.ts'
import { asOf, historyOf, readDay } from '../history/index.ts'
import {
  countsOf,
  createRecord,
  declarationsFor,
  deleteRecord,
  editRecord,
  listEffective,
  listQueue,
  listSection,
  load,
  noteRecordRead,
  readListQuery,
  reveal,
  viewOf,
  withReferences,
} from '../records/index.ts'

type Handler = (c: {
  actor: Actor
  definition: AnyRecord
  id: string
  request: FastifyRequest
}) => Promise<unknown>

/** Roles that have archives in their scope. */
const archiveRoles = [2, 3, 4, 5, 6] as const
const tag = '档案记录'

/**
 * One generic call. Bodies and queries are read by the engine, after the permission is decided; the schema is
 * for the reader.
 */
interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly answer: z.ZodType
  readonly body?: z.ZodType
  /** Wants a fresh proof of who asks, where this installation asks for that (`platform/http/call`). */
  readonly stepUp?: boolean
  readonly handle: Handler
}

const flat = z.record(z.string(), z.unknown()).describe('各栏目平铺，另可有 attachments、version、ownerId')

function parsed<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const outcome = schema.safeParse(body ?? {})
  if (outcome.success) return outcome.data
  const faults = outcome.error.issues.map((i) => ({ field: i.path.join('.'), message: i.message }))
  throw new AppError('invalid', { errors: faults, message: faults[0]?.message ?? errors.invalid.sentence })
}

/** The verbs of /api/v1/records, for every type of the registry. */
function routes(engine: Engine): Route[] {
  return [
    {
      method: 'GET',
      path: '/:type',
      summary: '列表：有效记录；教师为本人各条（含未决）；queue=open 为待我审',
      answer: recordPage.extend({ counts: tabCounts.optional() }),
      handle: async ({ actor, definition, request }) => {
        const query = readListQuery(definition, request.query as Record<string, unknown>)
        const own = actor.role === 2 ? (query.ownerId ?? actor.teacherId) : query.ownerId
        const page =
          query.queue !== null && query.queue !== 'done'
            ? await listQueue(engine, actor, definition, query)
            : own !== null && query.queue === null && definition.owner === 'teacher'
              ? await listSection(engine, actor, definition, own, query)
              : await listEffective(engine, actor, definition, query)
        const read = {
          kind: query.queue === null || query.queue === 'done' ? 'list' : 'queue',
          type: definition.name,
        } as const
        const [references] = await Promise.all([
          withReferences(engine, actor, definition, page.list),
          definition.owner === 'teacher'
            ? engine.readings.note(
                actor,
                read,
                page.list.map(({ ownerId }) => ownerId),
              )
            : null,
        ])
        return {
          ...page,
          ...references,
          ...(query.counts && { counts: await countsOf(engine, actor, definition) }),
        }
      },
    },
    {
      method: 'POST',
      path: '/:type',
      summary: '新增：须审核的为草稿，本人维护与机构登记的即生效；Idempotency-Key 可重发',
      answer: writeResult,
      body: flat,
      handle: ({ actor, definition, request }) => {
        const key = request.headers['idempotency-key']
        return createRecord(
          engine,
          actor,
          definition,
          request.body,
          typeof key === 'string' ? key : undefined,
        )
      },
    },
    {
      method: 'POST',
      path: '/:type/preview',
      summary: '提交预览：校验结果与实际各步（含上移原因）',
      answer: previewView,
      body: flat,
      handle: ({ actor, definition, request }) => preview(engine, actor, definition, request.body),
    },
    {
      method: 'POST',
      path: '/:type/batch',
      summary: '批量办理，逐条返回结果；有校验提示的须逐条打开',
      answer: batchResult,
      body: batchBody,
      handle: ({ actor, definition, request }) => {
        if (actor.role === 2) throw new AppError('forbidden')
        return batch(engine, actor, definition, parsed(batchBody, request.body))
      },
    },
    {
      method: 'GET',
      path: '/:type/:id',
      summary: '一条：现行值与未决值并列',
      answer: recordView,
      handle: async ({ actor, definition, id }) => {
        const loaded = await load(engine.db, actor, definition, id)
        const [view] = await Promise.all([
          viewOf(engine, actor, loaded),
          noteRecordRead(engine, actor, loaded, { kind: 'record' }),
        ])
        return view
      },
    },
    {
      method: 'PUT',
      path: '/:type/:id',
      summary: '修改给出的栏目；version 不符回 409',
      answer: writeResult,
      body: flat,
      handle: ({ actor, definition, id, request }) => editRecord(engine, actor, definition, id, request.body),
    },
    {
      method: 'DELETE',
      path: '/:type/:id',
      summary: '删除未通过的草稿（逻辑删除）',
      answer: z.boolean(),
      handle: async ({ actor, definition, id }) => {
        await deleteRecord(engine, actor, definition, id)
        return true
      },
    },
    {
      method: 'GET',
      path: '/:type/:id/history',
      summary: '经过：谁在何时做了什么，改了什么',
      answer: z.array(historyEntry),
      handle: ({ actor, definition, id }) => historyOf(engine, actor, definition, id),
    },
    {
      method: 'GET',
      path: '/:type/:id/asOf',
      summary: '按登记时间回看某日终的值',
      answer: asOfView,
      handle: ({ actor, definition, id, request }) => {
        const { date, ...extra } = request.query as Record<string, unknown>
        const [unknown] = Object.keys(extra)
        if (unknown)
          throw new AppError('invalid', {
            errors: [{ field: unknown.slice(0, 40), message: '没有这个查询条件' }],
          })
        return asOf(engine, actor, definition, id, readDay(date))
      },
    },
    {
      method: 'POST',
      path: '/:type/:id/reveal',
      summary: '查看一项完整内容：写明原因，记入日志，本人可见',
      answer: revealed,
      body: revealBody,
      stepUp: true,
      handle: ({ actor, definition, id, request }) =>
        reveal(engine, actor, definition, id, parsed(revealBody, request.body)),
    },
    {
      method: 'POST',
      path: '/:type/:id/:action',
      summary: `动作：${actions.join('、')}`,
      answer: actionResult,
      body: actionBody,
      handle: ({ actor, definition, id, request }) => {
        const { action } = request.params as { action: string }
        if (!(actions as readonly string[]).includes(action)) throw new AppError('missing')
        return act({
          engine,
          actor,
          definition,
          id,
          action: action as Action,
          body: parsed(actionBody, request.body),
        })
      },
    },
  ]
}

/** Registers the record calls. `actorOn` is the app's way from a request to who asks. */
export function recordRoutes(
  server: Server,
  engine: Engine,
  actorOn: (request: FastifyRequest) => Actor,
): void {
  const options = { access: archiveRoles }
  server.route({
    method: 'GET',
    url: '/api/v1/records',
    config: options,
    schema: {
      summary: '我可见的记录类型，与等我办的条数',
      tags: [tag],
      response: { 200: envelope(declarations) },
    },
    handler: async (request, reply) => answer(reply, await declarationsFor(engine, actorOn(request))),
  })
  for (const route of routes(engine)) {
    server.route({
      method: route.method,
      url: `/api/v1/records${route.path}`,
      config: { ...options, ...(route.stepUp && { stepUp: route.stepUp }) },
      // Lists are the long answers.
      ...(route.path === '/:type' && route.method === 'GET' && { compress: {} }),
      schema: {
        summary: route.summary,
        tags: [tag],
        response: { 200: envelope(route.answer) },
        ...(route.body && { body: route.body }),
      },
      // What a sender may say depends on who they are, so the engine reads the body after the permission.
      validatorCompiler: () => (value) => ({ value }),
      // Answers are built key by key from the declaration; a second pass over them would cost and strip
      // nothing.
      serializerCompiler: () => (value) => JSON.stringify(value),
      handler: async (request, reply) => {
        const { type, id } = request.params as { type: string; id?: string }
        const definition = definitionOf(engine, type)
        if (id !== undefined && !uuid.safeParse(id).success) throw new AppError('missing')
        return answer(
          reply,
          await route.handle({ actor: actorOn(request), definition, id: id ?? '', request }),
        )
      },
    })
  }
}

function answer(
  reply: { header: (k: string, v: string) => { send: (data: unknown) => unknown } },
  data: unknown,
) {
  return reply.header('cache-control', 'no-store').send({ error_code: 0, msg: 'ok', data })
}
