import { Readable } from 'node:stream'
import { z } from 'zod'
import { bundleAsked, bundles, issuedParams, paperAddress } from '../../../catalogue/contract/forms.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { addressOf, isGenuine, signedQuery } from './address.ts'
import { beginBundle, bundlesOf, cancelBundle, ownBundle, zipOf } from './bundles.ts'
import { opensSealed } from './opens-sealed.ts'
import type { Office } from './routes.ts'
import { attached } from '../../platform/http/attached.ts'

const offices = [3, 4, 5, 6] as const
const tag = '打印表格'

/** One form for many people, made in the background. */
export function bundleRoutes(server: Server, { desk, actorOn, originOf }: Office): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/forms/bundles',
    access: offices,
    tag,
    summary: '为多位教师打印同一张表，在后台打包；完成后发消息，7 天内可以下载',
    perMinute: 10,
    body: bundleAsked,
    answer: z.object({ id: z.string() }),
    handle: async ({ body }, request) => {
      const actor = actorOn(request)
      if (opensSealed(actor, body.form, null)) await request.server.requireProof(request)
      return { id: await beginBundle(desk, actor, body, await originOf(request)) }
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/forms/bundles',
    access: offices,
    tag,
    summary: '我的打包打印与进度，新的在前',
    answer: bundles,
    handle: async (_, request) => ({ list: await bundlesOf(desk.engine, actorOn(request)) }),
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/forms/bundles/:id/cancel',
    access: offices,
    tag,
    summary: '停止还在进行的打包',
    params: issuedParams,
    answer: z.boolean(),
    handle: async ({ params }, request) => {
      await cancelBundle(desk.engine, actorOn(request), params.id)
      return true
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/forms/bundles/:id/address',
    access: offices,
    tag,
    summary: '自己的一个打包文件的短时有效地址',
    params: issuedParams,
    answer: paperAddress,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const { name, form } = await ownBundle(desk.engine, actor, id)
      if (opensSealed(actor, form, null)) await request.server.requireProof(request)
      return { id, name, url: addressOf(desk.engine.keys, 'bundle', id) }
    },
  })
  zipRoute(server, desk)
}

/** The zip itself, for whoever holds a signed address of it. */
function zipRoute(server: Server, desk: Office['desk']): void {
  server.route({
    method: 'GET',
    url: '/files/bundle/:id',
    config: { access: 'public', ...fewer(30) },
    schema: { params: issuedParams, querystring: signedQuery, hide: true },
    handler: async ({ params, query }, reply) => {
      const { id } = issuedParams.parse(params)
      if (!isGenuine(desk.engine.keys, 'bundle', id, signedQuery.parse(query))) throw new AppError('missing')
      return attached(reply, '打印表格.zip', 'application/zip').send(Readable.from(zipOf(desk, id)))
    },
  })
}
