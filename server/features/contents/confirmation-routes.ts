import { z } from 'zod'
import {
  confirmationPage,
  confirmationQuery,
  ownConfirmation,
  reminded,
} from '../../../catalogue/contract/portal/reach.ts'
import { contentId, contentName } from '../../../catalogue/contract/portal/portal.ts'
import { changing, rowOf } from '../../engine/publishing/index.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { confirmRead, listConfirmations, ownStanding, remind } from './confirmations.ts'
import { writing, type Contents } from './feature.ts'

/** Institutions confirm that they read a content. Its managers see which have not, and remind them. */
export function confirmationRoutes(server: Server, feature: Contents): void {
  const { db, actorOn } = feature
  const params = z.object({ type: contentName, id: contentId })
  const managed = { access: [1, 3, 4, 5, 6], tag: '门户内容', params } as const
  register(server, {
    ...managed,
    method: 'GET',
    url: '/api/v1/contents/:type/:id/confirmations',
    summary: '请单位确认已读的情况：谁确认了，哪些未确认',
    query: confirmationQuery,
    answer: confirmationPage,
    handle: async ({ params: { type, id }, query }, request) => {
      const actor = actorOn(request)
      const definition = writing(feature, actor, type)
      return listConfirmations(db, definition, await rowOf(db, actor, definition, id), query)
    },
  })
  register(server, {
    ...managed,
    method: 'POST',
    url: '/api/v1/contents/:type/:id/remind',
    summary: '提醒未确认的单位；同一单位 24 小时内只提醒一次',
    answer: reminded,
    handle: async ({ params: { type, id } }, request) => {
      const actor = actorOn(request)
      const definition = writing(feature, actor, type)
      return changing(feature, { actor, definition, id, version: null }, remind)
    },
  })
  const own = {
    access: 'signedIn',
    tag: '门户',
    url: '/api/v1/portal/confirmation/:type/:id',
    params,
    answer: ownConfirmation,
  } as const
  register(server, {
    ...own,
    method: 'GET',
    summary: '本单位是否要确认已读、确认了没有',
    handle: ({ params: { type, id } }, request) => ownStanding(db, actorOn(request), contents[type], id),
  })
  register(server, {
    ...own,
    method: 'POST',
    summary: '替本单位确认已读',
    handle: ({ params: { type, id } }, request) => confirmRead(db, actorOn(request), contents[type], id),
  })
}
