import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  contentDraft,
  contentEdit,
  contentPage,
  contentPin,
  contentPublish,
  contentQuery,
  contentRestore,
  contentSendBack,
  contentVersioned,
  contentVersions,
  contentView,
  type ContentView,
} from '../../../catalogue/contract/contents.ts'
import { contentId, contentName } from '../../../catalogue/contract/portal.ts'
import type { AnyContent, ContentName } from '../../../catalogue/contents/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { contentBefore, isClash, rememberContent, repeatable } from '../../engine/records/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { approvalOf, type Acting } from './approval.ts'
import { hostsOf } from './hosts.ts'
import { filesIn, judgeReach, readValue, type Value } from './input.ts'
import { definitionOf, filesOf } from './live.ts'
import { serverKind, shownMarkup } from '../../engine/kinds/index.ts'
import { pin, publish, remove, restore, sendBack, takeDown, withdraw } from './publish.ts'
import {
  allowedOn,
  changing,
  createContent,
  lineOf,
  listContents,
  rowOf,
  writeValue,
  type Contents,
} from './store.ts'

const tag = '门户内容'
const writers = [1, 3, 4, 5, 6] as const
const ofType = z.object({ type: contentName })
const ofOne = z.object({ type: contentName, id: contentId })

/** The declaration, if the actor's role writes it. */
export function writing(actor: Actor, type: ContentName): AnyContent {
  const definition = definitionOf(type)
  if (!definition.writers.includes(actor.role)) throw new AppError('forbidden')
  return definition
}

/**
 * Creates a content from a body; the same Idempotency-Key (`key`) makes it once. Answers its number, and
 * whether it was made before.
 */
export async function create(
  feature: Contents,
  actor: Actor,
  definition: AnyContent,
  body: Value,
  key: string | string[] | undefined,
): Promise<{ readonly id: number; readonly repeated: boolean }> {
  const request = repeatable(feature.keys, key?.toString(), `content ${definition.name}`, body)
  const value = readValue(definition, body, await hostsOf(feature.db))
  try {
    const id = await feature.db.transaction(async (tx) => {
      await judgeReach(tx, actor, definition, value, {})
      const made = await createContent(tx, actor, definition, value)
      await rememberContent(tx, actor, request, made)
      return made
    })
    return { id, repeated: false }
  } catch (error) {
    const id = isClash(error) ? await contentBefore(feature.db, actor, request) : null
    if (id !== null) return { id, repeated: true }
    throw error
  }
}

/** Writes the working copy of a content. The reach is judged before the body is looked at. */
export async function edit(
  feature: Contents,
  actor: Actor,
  definition: AnyContent,
  at: { id: number; version: number | null },
  body: Value,
): Promise<void> {
  await rowOf(feature.db, actor, definition, at.id)
  const value = readValue(definition, body, await hostsOf(feature.db))
  await changing(feature.db, actor, definition, at, async (tx, row) => {
    await judgeReach(tx, actor, definition, value, row.value)
    await writeValue({ tx, actor, definition, row }, value, 'content.edited')
  })
}

async function view(
  feature: Contents,
  actor: Actor,
  definition: AnyContent,
  id: number,
): Promise<ContentView> {
  const row = await rowOf(feature.db, actor, definition, id)
  const [files, hosts] = await Promise.all([
    filesOf(
      feature,
      [row.value, row.live ?? {}].flatMap((value) => filesIn(definition, value)),
    ),
    hostsOf(feature.db),
  ])
  const around = { hosts, files }
  const line = lineOf(row)
  const approval = await approvalOf(feature.db, actor, definition, row)
  return {
    ...line,
    value: cleaned(definition, row.value, hosts),
    live: row.live,
    shownValue: shownMarkup(definition.fields, row.value, around),
    shownLive: row.live && shownMarkup(definition.fields, row.live, around),
    remark: row.remark,
    askedAt: row.asked_at,
    askedUntil: row.asked_until,
    by: row.by_name,
    approval,
    can: allowedOn(actor, definition, row),
    files: [...files.values()],
  }
}

/** A value with its texts cleaned once more: the editor opens them. */
const cleaned = (definition: AnyContent, value: Value, hosts: readonly string[]): Value =>
  Object.fromEntries(
    Object.entries(value).map(([key, held]) => {
      const field = definition.fields[key]
      return [key, field ? serverKind(field).cleaned(held, hosts) : held]
    }),
  )

/**
 * The calls by which contents of any type are kept, from their declarations. Scope is in the SQL of every
 * one.
 */
export function contentRoutes(server: Server, feature: Contents): void {
  const { db, actorOn } = feature
  const shared = { access: writers, tag } as const
  const one = '/api/v1/contents/:type/:id'

  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/contents/:type',
    summary: '我能管理的内容',
    params: ofType,
    query: contentQuery,
    answer: contentPage,
    handle: async ({ params, query }, request) =>
      listContents(db, actorOn(request), writing(actorOn(request), params.type), query),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: one,
    summary: '一条内容：工作稿和正在发布的',
    params: ofOne,
    answer: contentView,
    handle: async ({ params: { type, id } }, request) =>
      view(feature, actorOn(request), writing(actorOn(request), type), id),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${one}/versions`,
    summary: '发布过的各版',
    params: ofOne,
    answer: contentVersions,
    handle: async ({ params: { type, id } }, request) => {
      const definition = writing(actorOn(request), type)
      await rowOf(db, actorOn(request), definition, id)
      const list = await db.query<{
        no: number
        at: string
        publishAt: string
        takeDownAt: string | null
        by: string
        value: Value
      }>(sql`
        select v.no, v.at, v.publish_at as "publishAt", v.take_down_at as "takeDownAt", p.name as by, v.value
        from content_version v join identity a on a.id = v.by_identity join person p on p.id = a.person_id
        where v.content_id = ${id} order by v.no desc limit 100`)
      const [files, hosts] = await Promise.all([
        filesOf(
          feature,
          list.flatMap(({ value }) => filesIn(definition, value)),
        ),
        hostsOf(db),
      ])
      return {
        list: list.map((one) => ({
          ...one,
          shownValue: shownMarkup(definition.fields, one.value, { hosts, files }),
        })),
      }
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/contents/:type',
    summary: '新建（草稿）；Idempotency-Key 可重发',
    params: ofType,
    body: contentDraft,
    answer: contentView,
    handle: async ({ params, body }, request) => {
      const actor = actorOn(request)
      const definition = writing(actor, params.type)
      const { id } = await create(feature, actor, definition, body.value, request.headers['idempotency-key'])
      return view(feature, actor, definition, id)
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: one,
    summary: '修改工作稿；读者看到的不变，发布后才换',
    params: ofOne,
    body: z.unknown(),
    answer: contentView,
    handle: async ({ params: { type, id }, body }, request) => {
      const actor = actorOn(request)
      const definition = writing(actor, type)
      await rowOf(db, actor, definition, id)
      const { version, value } = parsed(contentEdit, body)
      await edit(feature, actor, definition, { id, version }, value)
      return view(feature, actor, definition, id)
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: one,
    summary: '删除从未发布过的',
    params: ofOne,
    answer: z.boolean(),
    handle: async ({ params: { type, id } }, request) => {
      const actor = actorOn(request)
      const definition = writing(actor, type)
      await changing(db, actor, definition, { id, version: null }, (tx, row) =>
        remove({ feature, tx, actor, definition, row }),
      )
      return true
    },
  })
  /** An act on one content: reach before body, then the act on the locked row. */
  const act = <S extends z.ZodType<{ version: number }>>(
    name: string,
    summary: string,
    schema: S,
    run: (acting: Acting, body: z.output<S>, hosts: readonly string[]) => Promise<void>,
  ) =>
    register(server, {
      ...shared,
      method: 'POST',
      url: `${one}/${name}`,
      summary,
      params: ofOne,
      body: z.unknown(),
      answer: contentView,
      handle: async ({ params: { type, id }, body }, request) => {
        const actor = actorOn(request)
        const definition = writing(actor, type)
        await rowOf(db, actor, definition, id)
        const asked = parsed(schema, body)
        const hosts = await hostsOf(db)
        await changing(db, actor, definition, { id, version: asked.version }, (tx, row) =>
          run({ feature, tx, actor, definition, row }, asked, hosts),
        )
        return view(feature, actor, definition, id)
      },
    })
  act('publish', '发布，可以定时；须审核的先送审，再由各级逐个通过', contentPublish, publish)
  act('sendBack', '把送审的退回修改', contentSendBack, (acting, { reason }) => sendBack(acting, reason))
  act('withdraw', '撤回自己送审的', contentVersioned, withdraw)
  act('takeDown', '下架', contentVersioned, takeDown)
  act('restore', '把旧版取回工作稿', contentRestore, (acting, { no }) => restore(acting, no))
  act('pin', '置顶或取消置顶', contentPin, (acting, { pinned }) => pin(acting, pinned))
}

/** Reads a body after the reach is known; faults as every call tells them. */
function parsed<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const faults = read.error.issues.map((issue) => ({
    field: issue.path.join('.') || 'body',
    message: issue.message,
  }))
  throw new AppError('invalid', { message: faults[0]?.message ?? '填写有误', errors: faults })
}
