import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { bundleParts, fineLessons } from '../../../catalogue/bundles/rules.ts'
import { licencesAfter } from '../../../catalogue/contents/adaptation.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import {
  downloadAnswer,
  favouriteBody,
  libraryItem as itemShape,
  libraryPage as pageShape,
  libraryQuery,
  scoreBody,
  type LibraryItem,
} from '../../../catalogue/contract/library.ts'
import { contentId, contentFile } from '../../../catalogue/contract/portal/portal.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { askedRuns, gramQuery, liveOne, type PublishingNeeds } from '../../engine/publishing/index.ts'
import { keep, libraryItem, libraryPage, noteUse, rate, type ListedItem } from '../../engine/sharing/index.ts'
import { register } from '../../platform/http/call.ts'
import type { FileStores } from '../../platform/storage/file-stores.ts'
import type { Server } from '../../platform/http/server.ts'

import { bundleAddress, bundleRoute } from './bundle/zip.ts'
import { adapt, lineageOf } from './adapt.ts'
import { collectionRoutes } from './collections.ts'
import { coauthorRoutes, namedBeside, type CoauthorNeeds } from './coauthors.ts'
import { commentRoutes, type CommentNeeds } from './comments.ts'
import { resourceKind } from './kind.ts'
import { nearRoute, tracing, type NearNeeds } from './near/index.ts'
import { openRoutes } from './open.ts'
import { packJobs, packRoutes, type PackNeeds } from './packs/index.ts'

export { againstOrigin } from './adapt.ts'
export { againstCoauthors, coauthorEffects, namedBeside } from './coauthors.ts'
export { followInArchive } from './archive.ts'
export { againstSameFile, documentWords, staleTrace } from './near/index.ts'
export { bundleExaminer } from './bundle/examine.ts'

type Resources = Pick<Ground, 'db' | 'keys' | 'actorOn' | 'log' | 'notify'> &
  CommentNeeds &
  CoauthorNeeds &
  NearNeeds & { readonly publishing: PublishingNeeds; readonly fileStores: FileStores }

const { kind } = resourceKind
const readers = [2, 3, 4, 5, 6] as const
const shared = { access: readers, tag: '资源' } as const
const params = z.object({ id: contentId })
const one = '/api/v1/resource/:id'

/** The library of resources: lists and pages from the shelf, and what readers do with an item. */
export const resources: Feature<Resources> = {
  name: 'resources',
  routes: (server, feature) => {
    readRoutes(server, feature)
    actRoutes(server, feature)
    takeRoutes(server, feature)
    commentRoutes(server, feature)
    coauthorRoutes(server, feature)
    nearRoute(server, feature)
    collectionRoutes(server, feature)
    openRoutes(server, feature)
    bundleRoute(server, { db: feature.db, keys: feature.keys, store: feature.fileStores.files })
    packRoutes(server, { ...feature, ...packing(feature) })
  },
  jobs: (feature) => [
    tracing({ db: feature.db, words: feature.documentWords }),
    ...packJobs(packing(feature)),
  ],
}

const packing = ({ db, log, notify, fileStores: { files, packs } }: Resources): PackNeeds => ({
  db,
  log,
  notify,
  files,
  packs,
})

function readRoutes(server: Server, feature: Resources): void {
  const { db, actorOn } = feature
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/library/resource',
    summary: '资源库：自己能用的资源，按章节、知识点、类别、格式和词找',
    query: libraryQuery,
    answer: pageShape,
    handle: async ({ query: { q, ...asked } }, request) => {
      const terms = gramQuery(askedRuns(q ?? ''), false)
      const found = await libraryPage(db, actorOn(request), resourceKind, { ...asked, terms })
      return { ...found, list: found.list.map((line) => withCover(feature, line)) }
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/library/resource/:id',
    summary: '一件资源：文件、许可、使用和评分；已下架的只剩名称',
    params,
    answer: itemShape,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const item = await readable(feature, actor, id)
      if (countsFor(actor, item)) await db.transaction((tx) => noteUse(tx, actor, { kind, id }, 'view'))
      return itemOf(feature, actor, item)
    },
  })
}

/** A line with an address of its cover: the small one, so that a page of them stays small. */
const withCover = <T extends { readonly cover: string | null }>({ publishing }: Resources, line: T) => ({
  ...line,
  cover: line.cover === null ? null : publishing.fileAddress(line.cover, 'small'),
})

function actRoutes(server: Server, feature: Resources): void {
  const { db, actorOn } = feature
  register(server, {
    ...shared,
    method: 'POST',
    url: `${one}/favorite`,
    summary: '收藏，或取消收藏（on 为 false）；重复无妨',
    params,
    body: favouriteBody,
    answer: z.boolean(),
    handle: async ({ params: { id }, body: { on } }, request) => {
      const actor = actorOn(request)
      const item = await readable(feature, actor, id)
      if (on && item.gone) throw new AppError('wrongState', { message: '该资源已下架，不能收藏' })
      await db.transaction((tx) => keep(tx, actor, { kind, id }, on))
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${one}/score`,
    summary: '评分 1 到 5；看过的人才能评，作者不评自己的',
    params,
    body: scoreBody,
    answer: z.boolean(),
    handle: async ({ params: { id }, body: { score } }, request) => {
      const actor = actorOn(request)
      const item = await readable(feature, actor, id)
      if (item.own) throw new AppError('forbidden', { message: '不能给自己的资源评分' })
      if (item.gone || !item.isOpened)
        throw new AppError('wrongState', { message: item.gone ? '该资源已下架' : '看过该资源后才能评分' })
      await db.transaction((tx) => rate(tx, actor, { kind, id }, score))
      return true
    },
  })
}

/** What a reader takes away: a resource to adapt, its file. */
function takeRoutes(server: Server, feature: Resources): void {
  const { db, actorOn } = feature
  register(server, {
    ...shared,
    access: [2],
    method: 'POST',
    url: `${one}/adapt`,
    remembersKeys: true,
    summary: '改编：成为自己的一件新资源草稿，记下来自哪里；Idempotency-Key 可重发',
    params,
    answer: z.object({ id: z.int() }),
    perMinute: 30,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const item = await readable(feature, actor, id)
      return {
        id: await adapt(feature.publishing, actor, item, request.headers['idempotency-key']?.toString()),
      }
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${one}/download`,
    summary: '下载：文件的地址；外校的每人每月计一次使用',
    params,
    answer: downloadAnswer,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const item = await readable(feature, actor, id)
      const { file = null, parts = [] } = item.gone ? {} : await itemOf(feature, actor, item)
      if (!file && parts.length === 0) throw new AppError('wrongState', { message: '该资源已下架，不能下载' })
      if (countsFor(actor, item)) await db.transaction((tx) => noteUse(tx, actor, { kind, id }, 'download'))
      return file
        ? { url: file.download, name: file.name }
        : { url: bundleAddress(feature.keys, id), name: `${item.title}.zip` }
    },
  })
}

/** Whether reading it is a use: not by its author, and not by somebody who looks through another's eyes. */
const countsFor = (actor: Actor, { gone, own }: ListedItem): boolean =>
  !gone && !own && actor.viewedBy === undefined

/** The item, if the actor can read it or could before it was taken down; else `missing`. */
async function readable({ db }: Resources, actor: Actor, id: number): Promise<ListedItem> {
  const item = await libraryItem(db, actor, resourceKind, id)
  if (!item) throw new AppError('missing')
  return item
}

/** An item with what its content shows beside the shelf. */
async function itemOf({ publishing }: Resources, actor: Actor, item: ListedItem): Promise<LibraryItem> {
  const { isOpened: _, ...line } = item
  const live = item.gone ? null : await liveOne(publishing, actor, contents.resource, item.id)
  const text = (key: string) => (typeof live?.[key] === 'string' ? live[key] : null)
  const file = contentFile.safeParse(live?.['file'])
  const address = (key: string) => contentFile.safeParse(live?.[key]).data?.url ?? null
  return {
    ...line,
    description: text('description'),
    sourceNote: text('sourceNote'),
    file: file.success ? file.data : null,
    parts: bundleParts.flatMap((part) => {
      const held = contentFile.safeParse(live?.[part])
      return held.success ? [{ label: fineLessons.parts[part].label, file: held.data }] : []
    }),
    captions: address('captions'),
    poster: address('cover'),
    mayRate: !item.gone && !item.own,
    mayAdapt: actor.role === 2 && !item.gone && !item.own && licencesAfter(item.licence).length > 0,
    coauthors: item.gone ? [] : await namedBeside(publishing.db, item.id),
    ...(await lineageOf(publishing.db, actor, item.id)),
  }
}
