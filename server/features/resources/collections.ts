import { z } from 'zod'
import {
  collectionDetail,
  collectionDraft,
  collectionEdit,
  collectionPage,
  collectionParams,
  collectionQuery,
} from '../../../catalogue/contract/collections.ts'
import type { Ground } from '../../engine/feature.ts'
import {
  changeCollection,
  collectionOf,
  collectionsPage,
  dropCollection,
  makeCollection,
} from '../../engine/sharing/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { resourceKind } from './kind.ts'

const url = '/api/v1/collection'
const one = `${url}/:id`
const shared = { access: [2, 3, 4, 5, 6], tag: '资源' } as const

/** 合集: ordered sets of resources that a teacher or an office puts together. */
export function collectionRoutes(server: Server, feature: Pick<Ground, 'db' | 'actorOn'>): void {
  const { db, actorOn } = feature
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '合集：自己编的，或他人让自己看的',
    query: collectionQuery,
    answer: collectionPage,
    handle: ({ query }, request) => collectionsPage(db, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: one,
    summary: '一个合集：读者只看到自己能用的资源；已下架的只剩名称',
    params: collectionParams,
    answer: collectionDetail,
    handle: ({ params: { id } }, request) => collectionOf(db, actorOn(request), resourceKind, id),
  })
  writeRoutes(server, feature)
}

function writeRoutes(server: Server, { db, actorOn }: Pick<Ground, 'db' | 'actorOn'>): void {
  register(server, {
    ...shared,
    method: 'POST',
    url,
    remembersKeys: true,
    summary: '新增合集；shared 为本校或本区域的人可看',
    body: collectionDraft,
    answer: z.object({ id: z.int() }),
    perMinute: 30,
    handle: async ({ body }, request) => ({
      id: await makeCollection(db, actorOn(request), resourceKind, body),
    }),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: one,
    summary: '改合集：名称、简介、谁可看，资源和顺序整个写入',
    params: collectionParams,
    body: collectionEdit,
    answer: collectionDetail,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await changeCollection(db, actor, resourceKind, { ...body, id })
      return collectionOf(db, actor, resourceKind, id)
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: one,
    summary: '删除合集；其中的资源不受影响',
    params: collectionParams,
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      await dropCollection(db, actorOn(request), id)
      return true
    },
  })
}
