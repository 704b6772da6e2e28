import { z } from 'zod'
import {
  keptDetail,
  keptListQuery,
  keptPage,
  keptQuery as keptBody,
  queryChange,
  queryId,
} from '../../../catalogue/contract/analysis/query.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { change, drop, keep, keptQueries, keptQuery } from './kept.ts'
import type { QueryNeeds } from './options.ts'

const tag = '数据分析'
const officers = [4, 5, 6] as const
const url = '/api/v1/analysis/query'

/** Queries that officers keep: of the own identity, and given by offices above. */
export function keptRoutes(server: Server, o: QueryNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url,
    access: officers,
    tag,
    summary: '保存的查询：我的、上级共享给我的、定时运行的',
    query: keptListQuery,
    answer: keptPage,
    handle: ({ query }, request) => keptQueries(o, actorOn(request), query),
  })
  register(server, {
    method: 'POST',
    url,
    access: officers,
    tag,
    summary: '保存查询；带编号的保存为新的一版，并与上一版比人数',
    body: keptBody,
    answer: z.object({ id: z.number().int(), version: z.number().int(), count: z.number().int() }),
    handle: ({ body }, request) => keep(o, actorOn(request), body),
  })
  register(server, {
    method: 'GET',
    url: `${url}/:id`,
    access: officers,
    tag,
    summary: '一个保存的查询和它的各版',
    params: queryId,
    answer: keptDetail,
    handle: ({ params }, request) => keptQuery(o, actorOn(request), params.id),
  })
  register(server, {
    method: 'PUT',
    url: `${url}/:id`,
    access: officers,
    tag,
    summary: '改名、共享给下级或停止共享、定时运行或停止',
    params: queryId,
    body: queryChange,
    answer: keptPage.shape.list.element,
    handle: ({ params, body }, request) => change(o, actorOn(request), params.id, body),
  })
  register(server, {
    method: 'DELETE',
    url: `${url}/:id`,
    access: officers,
    tag,
    summary: '删除查询；共享给下级的也不能再运行',
    params: queryId,
    answer: z.boolean(),
    handle: ({ params }, request) => drop(o, actorOn(request), params.id),
  })
}
