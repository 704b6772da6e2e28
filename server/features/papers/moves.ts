import { z } from 'zod'
import {
  openAnswer,
  openBody,
  paperDecision,
  paperMove,
  paperParams,
  paperRaise,
  paperReturn,
  sealBody,
} from '../../../catalogue/contract/papers.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  approvePaper,
  archivePaper,
  askOpening,
  changing,
  publishPaper,
  raisePaper,
  returnPaper,
  revokePaper,
  sealPaper,
  withdrawPaper,
  type PaperAct,
  type PaperNeeds,
} from '../../engine/papers/index.ts'
import type { Ground } from '../../engine/feature.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

const one = '/api/v1/examPaper/:id'
const everybody = { access: [2, 3, 4, 5, 6], tag: '试卷' } as const
const offices = { access: [4, 5, 6], tag: '试卷' } as const

type MoveNeeds = PaperNeeds & Pick<Ground, 'actorOn'>

const actOn =
  (needs: PaperNeeds) =>
  async (actor: Actor, id: number, version: number, move: (acting: PaperAct) => Promise<void>) => {
    await changing(needs, { actor, id, version }, move)
    return true
  }

/** What makers do with a paper as a whole. */
export function moveRoutes(server: Server, needs: MoveNeeds): void {
  const { actorOn } = needs
  const act = actOn(needs)
  const moves = [
    ['publish', '发布：本校马上可用；更大的范围逐级审核', publishPaper],
    ['withdraw', '撤回正在审核的试卷', withdrawPaper],
    ['revoke', '撤回发布，成为草稿；没有人用过时', revokePaper],
    ['archive', '归档：他人不再查到', archivePaper],
  ] as const
  for (const [name, summary, move] of moves)
    register(server, {
      ...everybody,
      method: 'POST',
      url: `${one}/${name}`,
      summary,
      params: paperParams,
      body: paperMove,
      answer: z.boolean(),
      handle: ({ params: { id }, body }, request) => act(actorOn(request), id, body.version, move),
    })
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${one}/raise`,
    summary: '改共享范围：扩大的从上一级审起，缩小的直接生效',
    params: paperParams,
    body: paperRaise,
    answer: z.boolean(),
    handle: ({ params: { id }, body }, request) =>
      act(actorOn(request), id, body.version, (acting) => raisePaper(acting, body.shareScope)),
  })
}

/** What offices do with papers on their way. */
export function officesRoutes(server: Server, needs: MoveNeeds): void {
  const { actorOn } = needs
  const act = actOn(needs)
  register(server, {
    ...offices,
    method: 'POST',
    url: `${one}/approve`,
    summary: '通过：本级的教师马上可以使用，再送上一级',
    params: paperParams,
    body: paperDecision,
    answer: z.boolean(),
    handle: ({ params: { id }, body }, request) =>
      act(actorOn(request), id, body.version, (acting) => approvePaper(acting, body.opinion)),
  })
  register(server, {
    ...offices,
    method: 'POST',
    url: `${one}/return`,
    summary: '退回修改，须写意见；前面已通过的不受影响',
    params: paperParams,
    body: paperReturn,
    answer: z.boolean(),
    handle: ({ params: { id }, body }, request) =>
      act(actorOn(request), id, body.version, (acting) => returnPaper(acting, body.opinion)),
  })
}

/** Sealing a paper until a minute, and opening it before by two people. */
export function sealRoutes(server: Server, needs: MoveNeeds): void {
  const { actorOn } = needs
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${one}/seal`,
    summary: '密封到一个时刻：以前只有写明的命题人、审题人能看，他人查不到',
    params: paperParams,
    body: sealBody,
    answer: z.boolean(),
    perMinute: 20,
    handle: async ({ params: { id }, body: { version, ...sealing } }, request) => {
      await changing(needs, { actor: actorOn(request), id, version }, (acting) => sealPaper(acting, sealing))
      return true
    },
  })
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${one}/open`,
    summary: '申请提前启封；写明的两个人都申请了才启封',
    params: paperParams,
    body: openBody,
    answer: openAnswer,
    perMinute: 20,
    handle: async ({ params: { id }, body: { version, reason } }, request) => ({
      opened: await changing(needs, { actor: actorOn(request), id, version }, (acting) =>
        askOpening(acting, reason),
      ),
    }),
  })
}
