import { z } from 'zod'
import {
  moveBody,
  nearQuestions,
  questionDetail as detailShape,
  questionDraft,
  questionEdit,
  questionPage as pageShape,
  questionParams,
  questionQuery,
  questionVersionParams,
  raiseBody,
  submitBody,
} from '../../../catalogue/contract/questions.ts'
import { favouriteBody } from '../../../catalogue/contract/library.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import {
  adaptQuestion,
  changing,
  createQuestion,
  editQuestion,
  findRow,
  isWriter,
  nearTo,
  putOnline,
  questionDetail,
  questionKind,
  questionPage,
  questionVersion,
  raiseQuestion,
  removeQuestion,
  submitQuestion,
  urgeQuestion,
  withdrawQuestion,
} from '../../engine/questions/index.ts'
import { keep, libraryItem, noteUse } from '../../engine/sharing/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { batchRoutes } from './batches.ts'
import { fileRoutes } from './files.ts'
import { importRoutes, type ImportNeeds } from './import.ts'
import { actOn, officesRoutes } from './offices.ts'

type Needs = Pick<Ground, 'db' | 'actorOn' | 'notify'> &
  ImportNeeds & {
    readonly publishing: Pick<PublishingNeeds, 'fileAddress'>
  }

const url = '/api/v1/question'
const one = `${url}/:id`
const everybody = { access: [2, 3, 4, 5, 6], tag: '试题' } as const
const teachers = { access: [2], tag: '试题' } as const

/** The question bank: lists, one question, writing, the way up (0188, 0189). */
export const questions: Feature<Needs> = {
  name: 'questions',
  routes: (server, needs) => {
    importRoutes(server, needs)
    batchRoutes(server, needs)
    fileRoutes(server, { ...needs, fileAddress: needs.publishing.fileAddress })
    readRoutes(server, needs)
    writeRoutes(server, needs)
    authorsRoutes(server, needs)
    officesRoutes(server, needs)
    readersRoutes(server, needs)
  },
}

const reading = ({ db, publishing }: Needs) => ({ db, fileAddress: publishing.fileAddress })

function readRoutes(server: Server, needs: Needs): void {
  const { db, actorOn } = needs
  register(server, {
    ...everybody,
    method: 'GET',
    url,
    summary: '试题列表：能用的、自己写的、等本单位审核的，按学科、章节、题型、难度等筛选',
    query: questionQuery,
    answer: pageShape,
    handle: ({ query }, request) => questionPage(reading(needs), actorOn(request), query),
  })
  register(server, {
    ...everybody,
    method: 'GET',
    url: one,
    summary: '一道试题：题目、答案、版本、审核进度，以及现在能办什么',
    params: questionParams,
    answer: detailShape,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const { detail, isReader } = await questionDetail(reading(needs), actor, id)
      if (isReader && actor.viewedBy === undefined)
        await db.transaction((tx) => noteUse(tx, actor, { kind: 'question', id }, 'view'))
      return detail
    },
  })
  register(server, {
    ...everybody,
    method: 'GET',
    url: `${one}/versions/:no`,
    summary: '一道试题的一个版本，不再变动',
    params: questionVersionParams,
    answer: detailShape.shape.shown,
    handle: ({ params: { id, no } }, request) => questionVersion(reading(needs), actorOn(request), id, no),
  })
  register(server, {
    ...everybody,
    method: 'GET',
    url: `${one}/near`,
    summary: '与该题相同、只是数字不同或相近的试题；审核人也看到自己读不到的有几道',
    params: questionParams,
    answer: nearQuestions,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const row = await findRow(db, actor, id)
      if (!row) throw new AppError('missing')
      return nearTo(db, actor, row, !isWriter(actor, row))
    },
  })
}

function writeRoutes(server: Server, needs: Needs): void {
  const { actorOn } = needs
  register(server, {
    ...everybody,
    method: 'POST',
    url,
    summary: '新增试题草稿；教师写自己的，单位写本单位的',
    body: questionDraft,
    answer: z.object({ id: z.int() }),
    perMinute: 120,
    handle: async ({ body }, request) => ({ id: await createQuestion(needs, actorOn(request), body) }),
  })
  register(server, {
    ...everybody,
    method: 'PUT',
    url: one,
    summary: '修改试题；他人在用的版本不变，直到新版通过',
    params: questionParams,
    body: questionEdit,
    answer: detailShape,
    handle: async ({ params: { id }, body: { version, ...value } }, request) => {
      const actor = actorOn(request)
      await editQuestion(needs, { actor, id, version }, value)
      return (await questionDetail(reading(needs), actor, id)).detail
    },
  })
  register(server, {
    ...everybody,
    method: 'DELETE',
    url: one,
    summary: '删除没有提交过的试题',
    params: questionParams,
    answer: z.boolean(),
    handle: async ({ params: { id } }, request) => {
      await changing(needs, { actor: actorOn(request), id, version: null }, removeQuestion)
      return true
    },
  })
}

function authorsRoutes(server: Server, needs: Needs): void {
  const { actorOn } = needs
  const act = actOn(needs)
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${one}/submit`,
    summary: '提交试题：按共享范围逐级审核，仅本人的直接生效',
    params: questionParams,
    body: submitBody,
    answer: z.boolean(),
    handle: ({ params: { id }, body }, request) =>
      act(actorOn(request), id, body.version, (acting) => submitQuestion(acting, body)),
  })
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${one}/raise`,
    summary: '改共享范围：扩大的从上一级审起，缩小的直接生效',
    params: questionParams,
    body: raiseBody,
    answer: z.boolean(),
    handle: ({ params: { id }, body }, request) =>
      act(actorOn(request), id, body.version, (acting) => raiseQuestion(acting, body.shareScope)),
  })
  const moves = [
    ['withdraw', '撤回正在审核的试题', withdrawQuestion],
    ['urge', '催办：同一步一天一次', urgeQuestion],
    ['online', '恢复下架不满 30 天的试题', putOnline],
  ] as const
  for (const [name, summary, move] of moves)
    register(server, {
      ...everybody,
      method: 'POST',
      url: `${one}/${name}`,
      summary,
      params: questionParams,
      body: moveBody,
      answer: z.boolean(),
      handle: ({ params: { id }, body }, request) => act(actorOn(request), id, body.version, move),
    })
}

function readersRoutes(server: Server, needs: Needs): void {
  const { db, actorOn } = needs
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${one}/favorite`,
    summary: '收藏，或取消收藏（on 为 false）；重复无妨',
    params: questionParams,
    body: favouriteBody,
    answer: z.boolean(),
    handle: async ({ params: { id }, body: { on } }, request) => {
      const actor = actorOn(request)
      const item = await readable(needs, actor, id)
      if (on && item.gone) throw new AppError('wrongState', { message: '该题已下架，不能收藏' })
      await db.transaction((tx) => keep(tx, actor, { kind: 'question', id }, on))
      return true
    },
  })
  register(server, {
    ...teachers,
    method: 'POST',
    url: `${one}/adapt`,
    summary: '改编：成为自己的一道新题草稿，记下来自哪里',
    params: questionParams,
    answer: z.object({ id: z.int() }),
    perMinute: 30,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const item = await readable(needs, actor, id)
      if (item.gone) throw new AppError('wrongState', { message: '该题已下架，不能改编' })
      if (item.licence === '9') throw new AppError('forbidden', { message: '作者保留权利，不允许改编' })
      return { id: await adaptQuestion(needs, actor, { ...item, id, no: item.version }) }
    },
  })
}

async function readable({ db }: Needs, actor: Actor, id: number) {
  const item = await libraryItem(db, actor, questionKind, id)
  if (!item) throw new AppError('missing')
  return item
}
