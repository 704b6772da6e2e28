import { z } from 'zod'
import {
  exportAsk,
  exportJob,
  exportListQuery,
  exportPage,
  exportPreview,
  exportQuestion,
  exportRefusal,
  mostAtOnce,
} from '../../../catalogue/contract/administration/exports.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { repeatable } from '../../engine/records/index.ts'
import { keyOf, register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { keepAsked, preview } from './ask.ts'
import { cancel, decide } from './decide.ts'
import { download } from './download.ts'
import { makeFile } from './make.ts'
import type { ExportNeeds } from './options.ts'
import { jobFor, jobsFor } from './row.ts'

const base = '/api/v1/exports'
const access = [1, 3, 4, 5, 6] as const
const shared = { access, tag: '导出' } as const
const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
    .transform(Number),
})

/** Calls of exports: ask, agree, watch, fetch. */
export function exportRoutes(server: Server, o: ExportNeeds, actorOn: ActorOn): void {
  askRoutes(server, o, actorOn)
  readRoutes(server, o, actorOn)
  decideRoutes(server, o, actorOn)
}

function askRoutes(server: Server, o: ExportNeeds, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/preview`,
    summary: '导出前：多少条、多少人，哪些栏目脱敏，是否要第二人同意',
    body: exportQuestion,
    answer: exportPreview,
    perMinute: 60,
    handle: ({ body }, request) => preview(o, actorOn(request), body),
  })
  const stopping = new AbortController()
  server.addHook('onClose', () => Promise.resolve(stopping.abort()))
  register(server, {
    ...shared,
    method: 'POST',
    url: base,
    remembersKeys: true,
    summary: '导出列表：与屏幕上一致；写明用途，人数多的由第二人同意后生成；Idempotency-Key 可重发',
    body: exportAsk,
    answer: exportJob,
    stepUp: true,
    perMinute: 20,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      const again = repeatable(o.keys, keyOf(request), 'export', body)
      const { id, rows, waits, isNew } = await keepAsked(o, actor, body, again)
      if (isNew && !waits && rows <= mostAtOnce) await makeFile(o, id, stopping.signal)
      return jobFor(o.db, actor, id)
    },
  })
}

function readRoutes(server: Server, o: ExportNeeds, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'GET',
    url: base,
    summary: '导出记录：自己的、等待我同意的、我办理过的',
    query: exportListQuery,
    answer: exportPage,
    handle: ({ query }, request) => jobsFor(o.db, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${base}/:id`,
    summary: '一项导出，附进度',
    params,
    answer: exportJob,
    handle: ({ params: { id } }, request) => jobFor(o.db, actorOn(request), id),
  })
  server.route<{ Params: z.output<typeof params> }>({
    method: 'GET',
    url: `${base}/:id/file`,
    config: { access },
    schema: { summary: '下载导出的文件，只给申请的人', tags: [shared.tag], params },
    handler: (request, reply) =>
      download(o, actorOn(request), request.params.id, {
        reply,
        prove: () => request.server.requireProof(request),
      }),
  })
}

function decideRoutes(server: Server, o: ExportNeeds, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/:id/agree`,
    summary: '同意他人的导出申请',
    params,
    answer: exportJob,
    stepUp: true,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      await decide(o, actor, id, null)
      return jobFor(o.db, actor, id)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/:id/refuse`,
    summary: '不同意他人的导出申请，写明原因',
    params,
    body: exportRefusal,
    answer: exportJob,
    handle: async ({ params: { id }, body: { reason } }, request) => {
      const actor = actorOn(request)
      await decide(o, actor, id, reason)
      return jobFor(o.db, actor, id)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/:id/cancel`,
    summary: '取消自己的导出',
    params,
    answer: exportJob,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      await cancel(o, actor, id)
      return jobFor(o.db, actor, id)
    },
  })
}
