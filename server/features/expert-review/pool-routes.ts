import {
  candidateQuery,
  candidates,
  expertAddition,
  expertChange,
  expertEnd,
  expertId,
  expertKept,
  expertPage,
  expertQuery,
} from '../../../catalogue/contract/review/experts.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { ReviewNeeds } from './options.ts'
import { addExpert, candidatesOf, changeExpert, endExpert, expertsOf } from './pool.ts'

const tag = '专家评审'
const access = [4, 5, 6] as const
const url = '/api/v1/review/experts'

/** The pool of experts of an office. */
export function poolRoutes(server: Server, o: ReviewNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url,
    access,
    tag,
    summary: '本单位专家库：学科、聘期、在手任务、按时率',
    query: expertQuery,
    answer: expertPage,
    handle: ({ query }, request) => expertsOf(o, actorOn(request), query),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/review/candidates',
    access,
    tag,
    summary: '可以聘为专家的人：本地区教师和已有专家账号的人',
    query: candidateQuery,
    answer: candidates,
    handle: ({ query }, request) => candidatesOf(o, actorOn(request), query.keyword),
  })
  register(server, {
    method: 'POST',
    url,
    access,
    tag,
    summary: '聘入专家库；没有专家账号的同时开通',
    body: expertAddition,
    answer: expertKept,
    handle: ({ body }, request) => addExpert(o, actorOn(request), body),
  })
  register(server, {
    method: 'PUT',
    url: `${url}/:id`,
    access,
    tag,
    summary: '修改专家的学科、学段、聘期、备注，或暂停聘任',
    params: expertId,
    body: expertChange,
    answer: expertKept,
    handle: ({ params, body }, request) => changeExpert(o, actorOn(request), params.id, body),
  })
  register(server, {
    method: 'POST',
    url: `${url}/:id/end`,
    access,
    tag,
    summary: '移出专家库；在手任务在评审进度里更换',
    params: expertId,
    body: expertEnd,
    answer: expertKept,
    handle: ({ params, body }, request) => endExpert(o, actorOn(request), params.id, body.version),
  })
}
