import { z } from 'zod'
import { contentId } from '../../../catalogue/contract/portal.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { hostsOf } from './hosts.ts'
import { pin, publish, remove, takeDown } from './publish.ts'
import { create, edit, writing } from './routes.ts'
import { changing, rowOf, type Contents } from './store.ts'

/** The body of the fixed calls: the fields of a policy, and what becomes of it. Dictionary publishStatus: 0 draft, 1 published, 2 taken down. */
const policyBody = z.looseObject({
  isTop: z.union([z.boolean(), z.enum(['0', '1'])], { error: '应为是或否' }).optional(),
  publishStatus: z.enum(['0', '1', '2'], { error: '没有这种发布状态' }).optional(),
  publishTime: z.iso.datetime({ offset: true, error: '应为日期和时间' }).nullish(),
  version: z.int('版本号应为整数').optional(),
})

const yes = (value: boolean | '0' | '1' | 0 | 1 | undefined) => value === true || value === '1' || value === 1

/** The fixed calls that write policies; they do what the generic calls do. */
export function policyRoutes(server: Server, feature: Contents): void {
  const { db, actorOn } = feature
  const shared = { access: [1, 4, 5, 6], tag: '政策文件' } as const
  const params = z.object({ id: contentId })
  /** Publishes, takes down or pins after the fields were written, as the body asks. */
  const follow = async (request: Parameters<typeof actorOn>[0], id: number, { isTop, publishStatus, publishTime }: z.output<typeof policyBody>) => {
    const actor = actorOn(request)
    const definition = writing(actor, 'policy')
    const hosts = await hostsOf(db)
    await changing(db, actor, definition, { id, version: null }, async (tx, row) => {
      if (isTop !== undefined && yes(isTop) !== row.pinned) await pin({ feature, tx, actor, definition, row }, yes(isTop))
      if (publishStatus === '1') await publish({ feature, tx, actor, definition, row }, { publishAt: publishTime ?? null, takeDownAt: null, opinion: '' }, hosts)
      if (publishStatus === '2' && row.live !== null) await takeDown({ feature, tx, actor, definition, row })
    })
  }
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/policy',
    summary: '新增政策；publishStatus 为 1 时送审',
    body: policyBody,
    answer: z.object({ id: z.number().int() }),
    handle: async ({ body }, request) => {
      const { isTop: _, publishStatus: __, publishTime: ___, version: ____, ...value } = body
      const actor = actorOn(request)
      const id = await create(feature, actor, writing(actor, 'policy'), { visibility: '2', ...value })
      await follow(request, id, body)
      return { id }
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/policy/:id',
    summary: '修改政策',
    params,
    body: policyBody,
    answer: z.boolean(),
    handle: async ({ params: { id }, body }, request) => {
      const { isTop: _, publishStatus: __, publishTime: ___, version = null, ...value } = body
      const actor = actorOn(request)
      const definition = writing(actor, 'policy')
      const { value: before } = await rowOf(db, actor, definition, id)
      // Callers of the specification know nothing of audiences: what they do not send stays as it is, so that nothing becomes everybody's unasked.
      const kept = Object.fromEntries(['visibility', 'audienceAreas', 'audienceRoles', 'confirmBy'].map((key) => [key, before[key] ?? null]))
      await edit(feature, actor, definition, { id, version }, { ...kept, ...value })
      await follow(request, id, body)
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: '/api/v1/policy/:id',
    summary: '删除政策；发布过的改为下架，各版留存',
    params,
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const definition = writing(actor, 'policy')
      await changing(db, actor, definition, { id, version: null }, (tx, row) => (row.live_no === 0 ? remove : takeDown)({ feature, tx, actor, definition, row }))
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/policy/top/:id',
    summary: '置顶、取消置顶',
    params,
    body: z.strictObject({ is_top: z.union([z.literal(0), z.literal(1), z.enum(['0', '1']), z.boolean()], { error: '应为 0 或 1' }) }),
    answer: z.boolean(),
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      const definition = writing(actor, 'policy')
      await changing(db, actor, definition, { id, version: null }, (tx, row) => pin({ feature, tx, actor, definition, row }, yes(body.is_top)))
      return true
    },
  })
}
