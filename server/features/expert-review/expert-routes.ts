import {
  packet,
  packetAvoid,
  packetId,
  packetList,
  packetQuery,
  packetSave,
  packetSaved,
  packetsSubmit,
  packetsSubmitted,
  packetSubmit,
} from '../../../catalogue/contract/review/packets.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { ReviewNeeds } from './options.ts'
import { packetOf, packetsOf } from './packets.ts'
import { avoidTask, saveScores, submitAll, submitScores } from './score.ts'

const tag = '专家评审'
const access = [99] as const
const url = '/api/v1/review/expert'

/** Calls of experts: only their own packets (endpoints.json, review/expert). */
export function expertRoutes(server: Server, o: ReviewNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url,
    access,
    tag,
    summary: '分配给本人的评审材料',
    query: packetQuery,
    answer: packetList,
    handle: ({ query }, request) => packetsOf(o, actorOn(request), query.status),
  })
  register(server, {
    method: 'GET',
    url: `${url}/:id`,
    access,
    tag,
    summary: '一份材料与评分表，除工作室考核外不显示是谁的；第一次打开即开始评审',
    params: packetId,
    answer: packet,
    handle: ({ params }, request) => packetOf(o, actorOn(request), params.id),
  })
  register(server, {
    method: 'PUT',
    url: `${url}/:id`,
    access,
    tag,
    summary: '暂存评分',
    params: packetId,
    body: packetSave,
    answer: packetSaved,
    handle: ({ params, body }, request) => saveScores(o, actorOn(request), params.id, body),
  })
  handInRoutes(server, o, actorOn)
}

function handInRoutes(server: Server, o: ReviewNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'POST',
    url: `${url}/submit`,
    access,
    tag,
    summary: '提交评完的全部材料',
    body: packetsSubmit,
    answer: packetsSubmitted,
    handle: ({ body }, request) => submitAll(o, actorOn(request), body.ids),
  })
  register(server, {
    method: 'POST',
    url: `${url}/:id/submit`,
    access,
    tag,
    summary: '提交一份评分；提交后不能再改',
    params: packetId,
    body: packetSubmit,
    answer: packetSaved,
    handle: ({ params, body }, request) => submitScores(o, actorOn(request), params.id, body.version),
  })
  register(server, {
    method: 'POST',
    url: `${url}/:id/avoid`,
    access,
    tag,
    summary: '申请回避一份材料，写明原因；由其他专家接替',
    params: packetId,
    body: packetAvoid,
    answer: packetSaved,
    handle: ({ params, body }, request) => avoidTask(o, actorOn(request), params.id, body.reason),
  })
}
