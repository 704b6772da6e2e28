import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyContent, ContentName } from '../../../catalogue/contents/define.ts'
import { contentId } from '../../../catalogue/contract/portal.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { hostsOf } from './hosts.ts'
import { definitionOf } from './live.ts'
import { pin, publish, remove, takeDown } from './publish.ts'
import { create, edit, writing } from './routes.ts'
import { changing, reachOf, rowOf, type Contents } from './store.ts'

/**
 * The body of the fixed calls: the fields of a content, and what becomes of it. Dictionary publishStatus: 0
 * draft, 1 published, 2 taken down.
 */
const wishes = z.looseObject({
  isTop: z.union([z.boolean(), z.enum(['0', '1'])], { error: '应为是或否' }).optional(),
  publishStatus: z.enum(['0', '1', '2'], { error: '没有这种发布状态' }).optional(),
  publishTime: z.iso.datetime({ offset: true, error: '应为日期和时间' }).nullish(),
  version: z.int('版本号应为整数').optional(),
})
type Wishes = z.output<typeof wishes>

const yes = (value: boolean | '0' | '1' | 0 | 1 | undefined) => value === true || value === '1' || value === 1

/** The fields of a body, without what is to become of them. */
function valueIn(body: Wishes): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => !Object.hasOwn(wishes.shape, key)))
}

const defaultsOf = ({ fields }: AnyContent): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) =>
      field.default === undefined ? [] : [[key, field.default]],
    ),
  )

/** Who may call what writes a type, and where it stands in the description. */
const keptBy = (name: ContentName) => ({ access: definitionOf(name).writers, tag: definitionOf(name).title })

/** Types that the model gives calls of their own to write. */
const calls: readonly (readonly [url: string, name: ContentName])[] = [
  ['/api/v1/policy', 'policy'],
  ['/api/v1/notice', 'notice'],
  ['/api/v1/training', 'trainingNews'],
  ['/api/v1/product', 'productPage'],
]

/** The fixed calls that write contents; they do what the generic calls do. */
export function writtenRoutes(server: Server, feature: Contents): void {
  const { db, actorOn } = feature
  const params = z.object({ id: contentId })
  /** Publishes, takes down or pins after the fields were written, as the body asks. */
  const follow = async (
    actor: Actor,
    definition: AnyContent,
    id: number,
    { isTop, publishStatus, publishTime }: Wishes,
  ) => {
    const hosts = await hostsOf(db)
    await changing(db, actor, definition, { id, version: null }, async (tx, found) => {
      const pins = isTop !== undefined && yes(isTop) !== found.pinned
      if (pins) await pin({ feature, tx, actor, definition, row: found }, yes(isTop))
      // Pinning counts as a change of the row, which publishing expects unchanged.
      const row = pins ? await rowOf(tx, actor, definition, id) : found
      const acting = { feature, tx, actor, definition, row }
      if (publishStatus === '1')
        await publish(acting, { publishAt: publishTime ?? null, takeDownAt: null, opinion: '' }, hosts)
      if (publishStatus === '2' && row.live !== null) await takeDown(acting)
    })
  }
  const added = async (actor: Actor, definition: AnyContent, body: Wishes, key?: string | string[]) => {
    const open = definition.audience && { [definition.audience.visibility]: '2' }
    const value = { ...defaultsOf(definition), ...open, ...valueIn(body) }
    const { id, repeated } = await create(feature, actor, definition, value, key)
    // Sent again, it goes on where the first one was cut off.
    const due = !repeated || (await rowOf(db, actor, definition, id)).state === 'draft'
    if (due) await follow(actor, definition, id, body)
    return id
  }
  const changed = async (actor: Actor, definition: AnyContent, id: number, body: Wishes) => {
    const { value: before } = await rowOf(db, actor, definition, id)
    const { visibility, areas, roles } = definition.audience ?? {}
    // Callers of the specification know nothing of audiences: what they do not send stays as it is, so that
    // nothing becomes everybody's unasked.
    const kept = [
      visibility,
      areas,
      roles,
      definition.confirms,
      ...Object.keys(defaultsOf(definition)),
    ].flatMap((key) => (key === undefined ? [] : [[key, before[key] ?? null] as const]))
    await edit(
      feature,
      actor,
      definition,
      { id, version: body.version ?? null },
      { ...Object.fromEntries(kept), ...valueIn(body) },
    )
    await follow(actor, definition, id, body)
  }
  const definitionFor = (request: Parameters<typeof actorOn>[0], name: ContentName) => {
    const actor = actorOn(request)
    return { actor, definition: writing(actor, name) }
  }

  for (const [url, name] of calls) {
    const shared = keptBy(name)
    const title = shared.tag
    register(server, {
      ...shared,
      method: 'POST',
      url,
      summary: `新增${title}；publishStatus 为 1 时送审或发布`,
      body: wishes,
      answer: z.object({ id: z.number().int() }),
      handle: async ({ body }, request) => {
        const { actor, definition } = definitionFor(request, name)
        return { id: await added(actor, definition, body, request.headers['idempotency-key']) }
      },
    })
    register(server, {
      ...shared,
      method: 'PUT',
      url: `${url}/:id`,
      summary: `修改${title}`,
      params,
      body: wishes,
      answer: z.boolean(),
      handle: async ({ params: { id }, body }, request) => {
        const { actor, definition } = definitionFor(request, name)
        await changed(actor, definition, id, body)
        return true
      },
    })
    register(server, {
      ...shared,
      method: 'DELETE',
      url: `${url}/:id`,
      summary: `删除${title}；发布过的改为下架，各版留存`,
      params,
      answer: z.boolean(),
      handle: async ({ params: { id } }, request) => {
        const { actor, definition } = definitionFor(request, name)
        await changing(db, actor, definition, { id, version: null }, (tx, row) =>
          (row.live_no === 0 ? remove : takeDown)({ feature, tx, actor, definition, row }),
        )
        return true
      },
    })
  }
  register(server, {
    ...keptBy('policy'),
    method: 'PUT',
    url: '/api/v1/policy/top/:id',
    summary: '置顶、取消置顶',
    params,
    body: z.strictObject({
      is_top: z.union([z.literal(0), z.literal(1), z.enum(['0', '1']), z.boolean()], {
        error: '应为 0 或 1',
      }),
    }),
    answer: z.boolean(),
    handle: async ({ params: { id }, body }, request) => {
      const { actor, definition } = definitionFor(request, 'policy')
      await changing(db, actor, definition, { id, version: null }, (tx, row) =>
        pin({ feature, tx, actor, definition, row }, yes(body.is_top)),
      )
      return true
    },
  })
  register(server, {
    ...keptBy('centrePage'),
    method: 'PUT',
    url: '/api/v1/centre',
    summary: '保存并发布一个区域的中心页；每个区域每类一页',
    body: wishes,
    answer: z.boolean(),
    handle: async ({ body }, request) => {
      const { actor, definition } = definitionFor(request, 'centrePage')
      const { areaCode, centerKind } = body
      const own = await db.maybeOne<{ id: number }>(sql`
        select c.id
        from content c
        where c.type = ${definition.name}
          and ${reachOf(actor)}
          and c.value ->> 'areaCode' = ${String(areaCode)}
          and c.value ->> 'centerKind' = ${String(centerKind)}
        order by c.live is null, c.id limit 1`)
      const wanted: Wishes = { publishStatus: '1', ...body }
      if (own) await changed(actor, definition, own.id, wanted)
      else await added(actor, definition, wanted)
      return true
    },
  })
}
