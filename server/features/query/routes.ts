import { advancedSearch, searchAnswer } from '../../../catalogue/contract/analysis/query.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { search } from './search.ts'
import type { SearchNeeds } from './statement/asked.ts'

const tag = '数据分析'
const officers = [4, 5, 6] as const

/** Calls of authorities for queries about the people of their region. */
export function searchRoutes(server: Server, searching: SearchNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'POST',
    url: '/api/sanalysis/DataAdvancedSearch',
    access: officers,
    tag,
    summary: '自定义查询：按档案各类内容的条件找人，外层为或、内层为且，可按某一天的档案计算',
    body: advancedSearch,
    answer: searchAnswer,
    handle: ({ body }, request) => search(searching, actorOn(request), body),
  })
}
