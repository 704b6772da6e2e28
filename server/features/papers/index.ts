import { z } from 'zod'
import {
  assembleBody,
  assembled,
  basketAnswer,
  basketBody,
  copyAnswer,
  paperColleagues,
  paperDetail as detailShape,
  paperDraft,
  paperEdit,
  paperPage as pageShape,
  paperParams,
  paperQuery,
  similarAnswer,
  similarBody,
} from '../../../catalogue/contract/papers.ts'
import { favouriteBody } from '../../../catalogue/contract/library.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import {
  assemblePaper,
  basketOf,
  changing,
  colleaguesOf,
  copyOf,
  createPaper,
  editPaper,
  openDue,
  paperDetail,
  paperKind,
  paperPage,
  putInBasket,
  removePaper,
  similarTo,
  tellErrata,
} from '../../engine/papers/index.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import { keep, libraryItem, noteUse } from '../../engine/sharing/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { exportRoutes } from './export.ts'
import { moveRoutes, officesRoutes, sealRoutes } from './moves.ts'
import { templateRoutes } from './template-routes.ts'
import { figureRoutes, useRoutes } from './use-routes.ts'
import { forgetPupils } from './uses.ts'

export { beginUse, putResults, viewOfUse } from './uses.ts'

/** What the calls of papers need. */
export type PaperTools = Pick<Ground, 'db' | 'keys' | 'actorOn' | 'notify'> & {
  readonly publishing: Pick<PublishingNeeds, 'fileAddress'>
  readonly readBytes: (key: string) => Promise<Buffer>
}

const url = '/api/v1/examPaper'
const one = `${url}/:id`
const everybody = { access: [2, 3, 4, 5, 6], tag: '试卷' } as const

/** Examination papers: lists, one paper, making, assembling, sealing, the way up (0191, 0192). */
export const papers: Feature<PaperTools> = {
  name: 'papers',
  routes: (server, tools) => {
    makingRoutes(server, tools)
    templateRoutes(server, tools)
    readRoutes(server, tools)
    writeRoutes(server, tools)
    sealRoutes(server, tools)
    moveRoutes(server, tools)
    officesRoutes(server, tools)
    exportRoutes(server, tools)
    useRoutes(server, tools)
    figureRoutes(server, tools)
  },
  jobs: (tools) => [
    {
      name: 'papers.forget',
      label: '两年前的成绩行',
      every: 86_400,
      run: async () => {
        await forgetPupils(tools.db)
        return false
      },
    },
    {
      name: 'papers.open',
      label: '到时启封试卷',
      every: 20,
      run: async () => {
        await openDue(tools)
        return false
      },
    },
    {
      name: 'papers.errata',
      label: '告知试卷里试题的勘误',
      every: 300,
      run: async () => {
        await tellErrata(tools)
        return false
      },
    },
  ],
}

export const reading = ({ db, keys, publishing }: PaperTools) => ({
  db,
  keys,
  fileAddress: publishing.fileAddress,
})

function makingRoutes(server: Server, tools: PaperTools): void {
  const { db, actorOn } = tools
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${url}/auto`,
    summary: '智能组卷：按蓝图选题，同一种子、同一候选得到同一份；候选不足时说明缺在哪里、放宽能多几道',
    body: assembleBody,
    answer: assembled,
    perMinute: 20,
    handle: ({ body }, request) => assemblePaper(reading(tools), actorOn(request), body),
  })
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${url}/similar`,
    summary: '换一题：结构、知识点相同，得分率相近的试题，不含本卷已有的和会互相提示的',
    body: similarBody,
    answer: similarAnswer,
    perMinute: 60,
    handle: ({ body }, request) => similarTo(reading(tools), actorOn(request), body),
  })
  register(server, {
    ...everybody,
    method: 'GET',
    url: `${url}/basket`,
    summary: '自己的试题篮',
    answer: basketAnswer,
    handle: (_, request) => basketOf(reading(tools), actorOn(request)),
  })
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${url}/basket`,
    summary: '把一道能用的试题放进试题篮，或拿出来（on 为 false）；重复无妨',
    body: basketBody,
    answer: z.boolean(),
    perMinute: 120,
    handle: async ({ body: { question, on } }, request) => {
      await putInBasket(db, actorOn(request), question, on)
      return true
    },
  })
  register(server, {
    ...everybody,
    method: 'GET',
    url: `${url}/colleagues`,
    summary: '密封时可以写作命题人、审题人的本单位人员',
    answer: paperColleagues,
    handle: (_, request) => colleaguesOf(db, actorOn(request)),
  })
}

function readRoutes(server: Server, tools: PaperTools): void {
  const { db, actorOn } = tools
  register(server, {
    ...everybody,
    method: 'GET',
    url,
    summary: '试卷列表：能用的、自己做的、自己能看的密封卷、等本单位审核的',
    query: paperQuery,
    answer: pageShape,
    handle: ({ query }, request) => paperPage(reading(tools), actorOn(request), query),
  })
  register(server, {
    ...everybody,
    method: 'GET',
    url: one,
    summary: '一份试卷：试题（定在选入时的版本）、双向细目表、问题，以及现在能办什么',
    params: paperParams,
    answer: detailShape,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const { detail, isReader } = await paperDetail(reading(tools), actor, id)
      if (isReader && actor.viewedBy === undefined)
        await db.transaction((tx) => noteUse(tx, actor, { kind: paperKind.kind, id }, 'view'))
      return detail
    },
  })
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${one}/favorite`,
    summary: '收藏，或取消收藏（on 为 false）；重复无妨',
    params: paperParams,
    body: favouriteBody,
    answer: z.boolean(),
    handle: async ({ params: { id }, body: { on } }, request) => {
      const actor = actorOn(request)
      const item = await libraryItem(db, actor, paperKind, id)
      if (!item) throw new AppError('missing')
      if (on && item.gone) throw new AppError('wrongState', { message: '该试卷已归档，不能收藏' })
      await db.transaction((tx) => keep(tx, actor, { kind: paperKind.kind, id }, on))
      return true
    },
  })
}

function writeRoutes(server: Server, tools: PaperTools): void {
  const { db, actorOn } = tools
  register(server, {
    ...everybody,
    method: 'POST',
    url,
    summary: '新增试卷草稿；教师做自己的，单位做本单位的',
    body: paperDraft,
    answer: z.object({ id: z.int() }),
    perMinute: 60,
    handle: async ({ body }, request) => ({ id: await createPaper(tools, actorOn(request), body) }),
  })
  register(server, {
    ...everybody,
    method: 'PUT',
    url: one,
    summary: '修改试卷草稿',
    params: paperParams,
    body: paperEdit,
    answer: detailShape,
    handle: async ({ params: { id }, body: { version, ...value } }, request) => {
      const actor = actorOn(request)
      await editPaper(tools, { actor, id, version }, value)
      return (await paperDetail(reading(tools), actor, id)).detail
    },
  })
  register(server, {
    ...everybody,
    method: 'DELETE',
    url: one,
    summary: '删除没有发布过的试卷',
    params: paperParams,
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      await changing(tools, { actor: actorOn(request), id, version: null }, removePaper)
      return true
    },
  })
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${one}/copy`,
    summary: '复制成自己的一份新草稿',
    params: paperParams,
    answer: copyAnswer,
    perMinute: 30,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const { value, leftOut } = await copyOf(reading(tools), actor, id)
      const made = await createPaper(tools, actor, value)
      await db.transaction((tx) => noteUse(tx, actor, { kind: paperKind.kind, id }, 'adapt'))
      return { id: made, leftOut }
    },
  })
}
