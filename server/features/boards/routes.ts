import { z } from 'zod'
import {
  boardAsked,
  boardDetail,
  boardLines,
  layoutSave,
  previewAsk,
  screen,
  screenQuery,
  shareAsk,
  shareAsked,
  sharedAsk,
  shareMade,
  shares,
  versionAsked,
  versionLayout,
} from '../../../catalogue/contract/analysis/boards.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { repeatable } from '../../engine/records/index.ts'
import { keyOf, register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { keptPanels, type KeptPanels } from './kept.ts'
import { boardDetailOf, boardLinesOf, layoutsFor, requireLayout, saveLayout, versionOf } from './layouts.ts'
import type { BoardNeeds } from './needs.ts'
import { placeFor } from './places.ts'
import { screenOf } from './screen.ts'
import { makeShare, openShare, revokeShare, sharesOf } from './shares.ts'

const tag = '数据大屏'
/** The authorities (routes.json). */
const access = [4, 5, 6] as const

/** Full-screen boards: their figures, their layouts, and links to them. */
export function boardRoutes(server: Server, needs: BoardNeeds, actorOn: ActorOn): void {
  const panels = keptPanels(needs)
  screenRoutes(server, needs, { panels, actorOn })
  layoutRoutes(server, needs, actorOn)
  shareRoutes(server, needs, { panels, actorOn })
}

interface Tools {
  readonly panels: KeptPanels
  readonly actorOn: ActorOn
}

function screenRoutes(server: Server, needs: BoardNeeds, { panels, actorOn }: Tools): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/screen/:key',
    access,
    tag,
    summary: '大屏数据：一个大屏的布局和一个地区的各面板；audience=public 时按对外公开的口径',
    params: boardAsked,
    query: screenQuery,
    answer: screen,
    perMinute: 120,
    handle: async ({ params, query }, request) => {
      const actor = actorOn(request)
      const place = await placeFor(needs.db, actor, query)
      const { layout } = (await layoutsFor(needs.db, actor.institutionId))[params.key]
      if (!layout.enabled) throw new AppError('wrongState', { message: '该大屏已停用，可在大屏设置中启用' })
      return screenOf(needs, panels, {
        actor,
        layout,
        place,
        audience: query.audience,
        from: actor.institutionId,
      })
    },
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/screen/:key/preview',
    access,
    tag,
    summary: '按一份没有保存的布局预览大屏，数据为对外公开的口径',
    params: boardAsked,
    body: previewAsk,
    answer: screen,
    perMinute: 120,
    handle: async ({ params, body }, request) => {
      const actor = actorOn(request)
      const layout = requireLayout(body.layout, params.key)
      const place = await placeFor(needs.db, actor, { institution: body.institution })
      return screenOf(needs, panels, {
        actor,
        layout,
        place,
        audience: 'public',
        from: actor.institutionId,
      })
    },
  })
}

function layoutRoutes(server: Server, { db }: BoardNeeds, actorOn: ActorOn): void {
  const url = '/api/v1/boards'
  register(server, {
    method: 'GET',
    url,
    access,
    tag,
    summary: '本单位的大屏：用的是谁的布局、第几版、有几个链接',
    answer: boardLines,
    handle: async (_, request) => ({ list: await boardLinesOf(db, actorOn(request)) }),
  })
  register(server, {
    method: 'GET',
    url: `${url}/:key`,
    access,
    tag,
    summary: '一个大屏的布局和本单位保存的各版',
    params: boardAsked,
    answer: boardDetail,
    handle: ({ params }, request) => boardDetailOf(db, actorOn(request), params.key),
  })
  register(server, {
    method: 'PUT',
    url: `${url}/:key`,
    access,
    tag,
    summary: '保存本单位的布局为新的一版；布局为 null 时恢复默认',
    params: boardAsked,
    body: layoutSave,
    answer: boardDetail,
    handle: ({ params, body }, request) => saveLayout(db, actorOn(request), params.key, body),
  })
  register(server, {
    method: 'GET',
    url: `${url}/:key/versions/:version`,
    access,
    tag,
    summary: '本单位保存的一版布局',
    params: versionAsked,
    answer: versionLayout,
    handle: ({ params }, request) => versionOf(db, actorOn(request), params),
  })
}

function shareRoutes(server: Server, needs: BoardNeeds, { panels, actorOn }: Tools): void {
  const url = '/api/v1/board-shares'
  register(server, {
    method: 'GET',
    url,
    access,
    tag,
    summary: '本单位的大屏链接',
    answer: shares,
    handle: async (_, request) => ({ list: await sharesOf(needs.db, actorOn(request)) }),
  })
  register(server, {
    method: 'POST',
    url,
    access,
    tag,
    stepUp: true,
    remembersKeys: true,
    summary: '制作一个不登录也能看的大屏链接；密钥只回答这一次；Idempotency-Key 可重发',
    body: shareAsk,
    answer: shareMade,
    perMinute: 20,
    handle: ({ body }, request) => {
      const again = repeatable(needs.keys, keyOf(request), 'boardShare', body)
      return makeShare(needs, panels, { actor: actorOn(request), again }, body)
    },
  })
  register(server, {
    method: 'DELETE',
    url: `${url}/:id`,
    access,
    tag,
    summary: '撤销一个大屏链接',
    params: shareAsked,
    answer: z.boolean(),
    handle: ({ params }, request) => revokeShare(needs, actorOn(request), params.id),
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/shared-board',
    access: 'public',
    tag,
    summary: '打开一个大屏链接；不对、过期和撤销的链接回答相同',
    body: sharedAsk,
    answer: screen,
    perMinute: 60,
    perMinuteFromAddress: 120,
    handle: ({ body }, request) => openShare(needs, panels, body, request.ip),
  })
}
