import { z } from 'zod'
import {
  packageJob,
  packagePage,
  packageQuery,
  packageReceipt,
  packageRefusal,
  packageReport,
  packageSubject,
} from '../../../catalogue/contract/archive-transfer.ts'
import type { Ground } from '../../engine/feature.ts'
import { note } from '../../platform/audit/note.ts'
import { openedFile, sealBytes } from '../../platform/crypto/sealed-file.ts'
import { attached } from '../../platform/http/attached.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { askForPackage } from './ask.ts'
import { check } from './check.ts'
import { cancel, decide, receive } from './decide.ts'
import { readyPackage } from './download.ts'
import type { TransferNeeds } from './needs.ts'
import { jobFor, jobsFor } from './row.ts'
import { keyPlace } from './sealed.ts'

const base = '/api/v1/archive-transfer'
const access = [3, 4, 5, 6] as const
const shared = { access, tag: '归档移交' } as const
const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
    .transform(Number),
})

export type TransferRouteNeeds = TransferNeeds & Pick<Ground, 'actorOn'>

/** Calls of packages: look, ask, agree, fetch, enter the receipt. */
export function transferRoutes(server: Server, needs: TransferRouteNeeds): void {
  askRoutes(server, needs)
  fileRoute(server, needs)
  decideRoutes(server, needs)
}

function askRoutes(server: Server, needs: TransferRouteNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    ...shared,
    method: 'GET',
    url: base,
    summary: '移交包：本单位的、待我同意的、已移交的',
    query: packageQuery,
    answer: packagePage,
    handle: ({ query }, request) => jobsFor(db, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/check`,
    summary: '制作移交包之前的四性检测：件数、缺什么、哪些文件读不出',
    body: packageSubject,
    answer: packageReport,
    perMinute: 10,
    handle: ({ body }, request) => check(needs, actorOn(request), body),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: base,
    summary: '申请制作移交包；由第二人同意后在后台生成，完成后发消息',
    body: packageSubject,
    answer: packageJob,
    stepUp: true,
    perMinute: 10,
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      return jobFor(db, actor, await askForPackage(needs, actor, body))
    },
  })
}

/** The file, for whoever asked for it, who shows again who they are; each time leaves a line in the audit. */
function fileRoute(server: Server, { db, keys, actorOn, fileStores }: TransferRouteNeeds): void {
  server.route<{ Params: z.output<typeof params> }>({
    method: 'GET',
    url: `${base}/:id/file`,
    config: { access },
    schema: { summary: '下载移交包，只给申请的人', tags: [shared.tag], params },
    handler: async (request, reply) => {
      const actor = actorOn(request)
      const { id } = request.params
      const { title, storageKey, sealedKey, bytes } = await readyPackage(db, actor, id)
      await request.server.requireProof(request)
      const fileKey = keys.open(sealedKey, keyPlace(id))
      const body = await openedFile((part) => fileStores.transfers.read(storageKey, part), bytes, fileKey)
      await note(db, { by: actor.identityId, action: 'transfer.downloaded', facts: { package: id } })
      return attached(reply, `${title}移交包-${id}.zip`, 'application/zip')
        .header('content-length', bytes - sealBytes)
        .send(body)
    },
  })
}

function decideRoutes(server: Server, needs: TransferRouteNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/:id/agree`,
    summary: '同意他人的移交包',
    params,
    answer: packageJob,
    stepUp: true,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      await decide(needs, actor, id, null)
      return jobFor(db, actor, id)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/:id/refuse`,
    summary: '不同意他人的移交包，写明原因',
    params,
    body: packageRefusal,
    answer: packageJob,
    handle: async ({ params: { id }, body: { reason } }, request) => {
      const actor = actorOn(request)
      await decide(needs, actor, id, reason)
      return jobFor(db, actor, id)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/:id/cancel`,
    summary: '取消自己申请的移交包',
    params,
    answer: packageJob,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      await cancel(needs, actor, id)
      return jobFor(db, actor, id)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${base}/:id/receipt`,
    summary: '登记移交回执：编号、接收单位、日期；登记后为已移交，档案仍可查阅',
    params,
    body: packageReceipt,
    answer: packageJob,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await receive(needs, actor, id, body)
      return jobFor(db, actor, id)
    },
  })
}
