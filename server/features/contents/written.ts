import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { AnyContent, ContentName } from '../../../catalogue/contents/define.ts'
import { contentId } from '../../../catalogue/contract/portal/portal.ts'
import {
  changing,
  create,
  edit,
  hostsOf,
  pin,
  publish,
  reachOf,
  remove,
  rowOf,
  takeDown,
} from '../../engine/publishing/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { writing, type Contents } from './feature.ts'

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

/** The fields of a body, without the keys that say whether to publish or pin. */
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
const keptBy = (name: ContentName) => ({ access: contents[name].writers, tag: contents[name].title })

/** Types that the model gives calls of their own to write. */
const calls: readonly (readonly [url: string, name: ContentName])[] = [
  ['/api/v1/policy', 'policy'],
  ['/api/v1/notice', 'notice'],
  ['/api/v1/training', 'trainingNews'],
  ['/api/v1/product', 'productPage'],
  ['/api/v1/resource', 'resource'],
]

const params = z.object({ id: contentId })

/**
 * The fixed calls that write contents; they do what the generic calls do, but refuse gaps at once, as their
 * callers expect.
 */
export function writtenRoutes(server: Server, feature: Contents): void {
  for (const [url, name] of calls) fixedRoutes(server, feature, url, name)
  pinRoute(server, feature)
  centreRoute(server, feature)
}

/** Publishes, takes down or pins after the fields were written, as the body asks. */
async function follow(
  feature: Contents,
  target: Target,
  { isTop, publishStatus, publishTime }: Wishes,
): Promise<void> {
  const hosts = await hostsOf(feature.db)
  await changing(feature, { ...target, version: null }, async (found) => {
    const { tx, actor, definition, row } = found
    const pins = isTop !== undefined && yes(isTop) !== row.pinned
    if (pins) await pin(found, yes(isTop))
    // Pinning counts as a change of the row, which publishing expects unchanged.
    const acting = pins ? { ...found, row: await rowOf(tx, actor, definition, row.id) } : found
    if (publishStatus === '1')
      await publish(acting, { publishAt: publishTime ?? null, takeDownAt: null, opinion: '' }, hosts)
    if (publishStatus === '2' && row.live !== null) await takeDown(acting)
  })
}

interface Keeper {
  readonly actor: Actor
  readonly definition: AnyContent
}
interface Target extends Keeper {
  readonly id: number
}

async function added(
  feature: Contents,
  { actor, definition }: Keeper,
  wanted: Wishes,
  key?: string | string[],
): Promise<number> {
  const open = definition.audience && { [definition.audience.visibility]: '2' }
  const body = { ...defaultsOf(definition), ...open, ...valueIn(wanted) }
  const { id, repeated } = await create(feature, { actor, definition, body, key, asked: 'whole' })
  // A repeated request goes on where the first one was cut off.
  const due = !repeated || (await rowOf(feature.db, actor, definition, id)).state === 'draft'
  if (due) await follow(feature, { actor, definition, id }, wanted)
  return id
}

async function changed(feature: Contents, target: Target, wanted: Wishes): Promise<void> {
  const { actor, definition, id } = target
  const { value: before } = await rowOf(feature.db, actor, definition, id)
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
  const value = { ...Object.fromEntries(kept), ...valueIn(wanted) }
  await edit(feature, { ...target, version: wanted.version ?? null }, value, 'whole')
  await follow(feature, target, wanted)
}

function keeperOf(feature: Contents, request: { actor: Actor | null }, name: ContentName): Keeper {
  const actor = feature.actorOn(request)
  return { actor, definition: writing(feature, actor, name) }
}

/** Create, change and delete of one type under its fixed address. */
function fixedRoutes(server: Server, feature: Contents, url: string, name: ContentName): void {
  const shared = keptBy(name)
  const title = shared.tag
  register(server, {
    ...shared,
    method: 'POST',
    remembersKeys: true,
    url,
    summary: `新增${title}；publishStatus 为 1 时送审或发布`,
    body: wishes,
    answer: z.object({ id: z.number().int() }),
    handle: async ({ body }, request) => ({
      id: await added(feature, keeperOf(feature, request, name), body, request.headers['idempotency-key']),
    }),
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
      await changed(feature, { ...keeperOf(feature, request, name), id }, body)
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
      const change = { ...keeperOf(feature, request, name), id, version: null }
      await changing(feature, change, (acting) => (acting.row.live_no === 0 ? remove : takeDown)(acting))
      return true
    },
  })
}

function pinRoute(server: Server, feature: Contents): void {
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
      const change = { ...keeperOf(feature, request, 'policy'), id, version: null }
      await changing(feature, change, (acting) => pin(acting, yes(body.is_top)))
      return true
    },
  })
}

function centreRoute(server: Server, feature: Contents): void {
  register(server, {
    ...keptBy('centrePage'),
    method: 'PUT',
    url: '/api/v1/centre',
    summary: '保存并发布一个区域的中心页；每个区域每类一页',
    body: wishes,
    answer: z.boolean(),
    handle: async ({ body }, request) => {
      const keeper = keeperOf(feature, request, 'centrePage')
      const { areaCode, centerKind } = body
      const own = await feature.db.maybeOne<{ id: number }>(sql`
        select c.id
        from content c
        where c.type = ${keeper.definition.name}
          and ${reachOf(keeper.actor, keeper.definition)}
          and c.value ->> 'areaCode' = ${String(areaCode)}
          and c.value ->> 'centerKind' = ${String(centerKind)}
        order by c.live is null, c.id limit 1`)
      const wanted: Wishes = { publishStatus: '1', ...body }
      if (own) await changed(feature, { ...keeper, id: own.id }, wanted)
      else await added(feature, keeper, wanted)
      return true
    },
  })
}
