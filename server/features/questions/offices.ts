import { decisionBody, moveBody, questionParams, returnBody } from '../../../catalogue/contract/questions.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Ground } from '../../engine/feature.ts'
import {
  approveQuestion,
  changing,
  returnQuestion,
  takeOffline,
  undoApproval,
  type QuestionAct,
  type QuestionNeeds,
} from '../../engine/questions/index.ts'
import { z } from 'zod'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

const one = '/api/v1/question/:id'
const everybody = { access: [2, 3, 4, 5, 6], tag: '试题' } as const
const offices = { access: [3, 4, 5, 6], tag: '试题' } as const

/** Runs an act and answers the question as the actor reads it afterwards. */
export const actOn =
  (needs: QuestionNeeds) =>
  async (actor: Actor, id: number, version: number, act: (acting: QuestionAct) => Promise<void>) => {
    await changing(needs, { actor, id, version }, act)
    return true
  }

/** What offices do with questions on their way, and whoever may with questions that others read. */
export function officesRoutes(server: Server, needs: QuestionNeeds & Pick<Ground, 'actorOn'>): void {
  const { actorOn } = needs
  const act = actOn(needs)
  register(server, {
    ...offices,
    method: 'POST',
    url: `${one}/approve`,
    summary: '通过：本级的教师马上可以使用，再送上一级',
    params: questionParams,
    body: decisionBody,
    answer: z.boolean(),
    handle: ({ params: { id }, body }, request) =>
      act(actorOn(request), id, body.version, (acting) => approveQuestion(acting, body.opinion)),
  })
  register(server, {
    ...offices,
    method: 'POST',
    url: `${one}/return`,
    summary: '退回修改，须写意见；前面各级已通过的不受影响',
    params: questionParams,
    body: returnBody,
    answer: z.boolean(),
    handle: ({ params: { id }, body }, request) =>
      act(actorOn(request), id, body.version, (acting) => returnQuestion(acting, body)),
  })
  register(server, {
    ...offices,
    method: 'POST',
    url: `${one}/undo`,
    summary: '撤销自己刚给出的通过；更大范围的人看过以后不能撤销',
    params: questionParams,
    body: moveBody,
    answer: z.boolean(),
    handle: ({ params: { id }, body }, request) => act(actorOn(request), id, body.version, undoApproval),
  })
  register(server, {
    ...everybody,
    method: 'POST',
    url: `${one}/offline`,
    summary: '下架：作者，或给出共享范围的单位（须写原因）；已组卷的不受影响',
    params: questionParams,
    body: decisionBody,
    answer: z.boolean(),
    handle: ({ params: { id }, body }, request) =>
      act(actorOn(request), id, body.version, (acting) => takeOffline(acting, body.opinion)),
  })
}
