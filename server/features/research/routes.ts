import { schoolResearch, schoolResearchQuery } from '../../../catalogue/contract/research/school.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { schoolResearchFor } from './school.ts'

const tag = '课题'

/** Calls for the research of colleagues at the same school. */
export function schoolRoutes(server: Server, { db }: CaseNeeds, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/research/school',
    access: [2],
    tag,
    summary: '本校已立项的课题、获奖的论文和教学案例',
    query: schoolResearchQuery,
    answer: schoolResearch,
    handle: ({ query }, request) => schoolResearchFor(db, actorOn(request), query),
  })
}
