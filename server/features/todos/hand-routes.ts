import { z } from 'zod'
import {
  colleagues,
  handAnswer,
  handDraft,
  handedOver,
  handOverDraft,
} from '../../../catalogue/contract/todo-hands.ts'
import { todoId } from '../../../catalogue/contract/todos.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { handOver } from './hand-over.ts'
import { answerHand, giveHand, takeHandBack, type HandNeeds } from './hands.ts'
import { colleaguesOf } from './hands-read.ts'

const url = '/api/v1/todo'
const shared = { access: [3, 4, 5, 6], tag: '待办事项' } as const
const params = z.object({ hand: z.uuid('编号不对') })

/** Calls by which officials of one office hand items to each other and ask each other (docs/decisions/0259). */
export function handRoutes(server: Server, needs: HandNeeds, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/colleagues`,
    summary: '可以转交或征求意见的同事：本单位同一岗位的在用账号',
    answer: colleagues,
    handle: async (_, request) => ({ list: await colleaguesOf(needs.db, actorOn(request)) }),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:id/hands`,
    summary: '把一件待办转交同事，或者就它征求同事的意见',
    params: z.object({ id: todoId }),
    body: handDraft,
    answer: z.boolean(),
    perMinute: 60,
    handle: async ({ params: { id }, body }, request) => {
      await giveHand(needs, actorOn(request), id, body)
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/hands/over`,
    summary: '把转交给自己、还在等办理的待办全部转交同事（离岗交接）',
    body: handOverDraft,
    answer: handedOver,
    perMinute: 20,
    handle: ({ body }, request) => handOver(needs, actorOn(request), body),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/hands/:hand/answer`,
    summary: '就同事征求的一件待办提出意见',
    params,
    body: handAnswer,
    answer: z.boolean(),
    handle: async ({ params: { hand }, body }, request) => {
      await answerHand(needs, actorOn(request), { id: hand, answer: body.answer })
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'DELETE',
    url: `${url}/hands/:hand`,
    summary: '撤回转交或征求',
    params,
    answer: z.boolean(),
    handle: async ({ params: { hand } }, request) => {
      await takeHandBack(needs, actorOn(request), hand)
      return true
    },
  })
}
