import { z } from 'zod'
import {
  assignBody,
  board,
  boardQuery,
  itemCandidates,
  itemId,
  roundExperts,
  roundId,
  taskActed,
  taskExtension,
  taskId,
  taskReason,
  urged,
} from '../../../catalogue/contract/review/rounds.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { assignByHand, extendTask, replaceTask, sendBackTask, urgeRound } from './acts.ts'
import { boardOf, candidatesFor, loadsOf } from './board.ts'
import type { ReviewNeeds } from './options.ts'

const tag = '专家评审'
const access = [4, 5, 6] as const
const url = '/api/v1/review/rounds/:id'

/** The board of a round, and what the office does with single tasks. */
export function taskRoutes(server: Server, o: ReviewNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: `${url}/board`,
    access,
    tag,
    summary: '评审进度：每件材料的专家、回避、逾期；没有评分',
    params: roundId,
    query: boardQuery,
    answer: board,
    handle: ({ params, query }, request) => boardOf(o, actorOn(request), params.id, query),
  })
  register(server, {
    method: 'GET',
    url: `${url}/experts`,
    access,
    tag,
    summary: '一轮评审的专家：待评、已提交、逾期、回避',
    params: roundId,
    answer: roundExperts,
    handle: ({ params }, request) => loadsOf(o, actorOn(request), params.id),
  })
  register(server, {
    method: 'GET',
    url: `${url}/items/:item/candidates`,
    access,
    tag,
    summary: '一件材料可选的专家，和不能选的原因',
    params: itemId,
    answer: itemCandidates,
    handle: ({ params }, request) => candidatesFor(o, actorOn(request), params.id, params.item),
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/review/assign',
    access,
    tag,
    summary: '人工指派一位专家；应当回避的不能指派',
    body: assignBody,
    answer: z.object({ created: z.int() }),
    handle: ({ body }, request) => assignByHand(o, actorOn(request), body),
  })
  register(server, {
    method: 'POST',
    url: `${url}/urge`,
    access,
    tag,
    summary: '催办尚未提交的专家',
    params: roundId,
    answer: urged,
    handle: ({ params }, request) => urgeRound(o, actorOn(request), params.id),
  })
  singleRoutes(server, o, actorOn)
}

function singleRoutes(server: Server, o: ReviewNeeds, actorOn: ActorOn): void {
  const task = `${url}/tasks/:task`
  for (const { path, summary, act } of [
    { path: 'replace', summary: '撤回一份任务，由下一位合适的专家接替', act: replaceTask },
    { path: 'sendBack', summary: '把已提交的评分退回专家修改', act: sendBackTask },
  ] as const)
    register(server, {
      method: 'POST',
      url: `${task}/${path}`,
      access,
      tag,
      summary,
      params: taskId,
      body: taskReason,
      answer: taskActed,
      handle: ({ params, body }, request) =>
        act(o, actorOn(request), { round: params.id, task: params.task, version: body.version }, body.reason),
    })
  register(server, {
    method: 'POST',
    url: `${task}/extend`,
    access,
    tag,
    summary: '延长一份任务的截止日期',
    params: taskId,
    body: taskExtension,
    answer: taskActed,
    handle: ({ params, body }, request) =>
      extendTask(
        o,
        actorOn(request),
        { round: params.id, task: params.task, version: body.version },
        body.until,
      ),
  })
}
