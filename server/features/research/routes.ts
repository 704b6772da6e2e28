import {
  caseMembers,
  membershipAnswer,
  membershipAnswered,
  membershipId,
  memberships,
} from '../../../catalogue/contract/research/members.ts'
import { schoolResearch, schoolResearchQuery } from '../../../catalogue/contract/research/school.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Processing } from '../../engine/processes/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { answerMembership, membersFor, membershipsOf } from './members.ts'
import { schoolResearchFor } from './school.ts'

const tag = '课题'

/** Members of projects: what each is asked, and the answers as the project's readers see them. */
export function memberRoutes(server: Server, processing: Processing, actorOn: ActorOn): void {
  const { db } = processing
  register(server, {
    method: 'GET',
    url: '/api/v1/research/memberships',
    access: [2],
    tag,
    summary: '把本人列为成员的课题，待确认的在前',
    answer: memberships,
    handle: (_, request) => membershipsOf(db, actorOn(request)),
  })
  register(server, {
    method: 'POST',
    url: '/api/v1/research/memberships/:id',
    access: [2],
    tag,
    summary: '确认参加课题，或说明不参加',
    params: membershipId,
    body: membershipAnswer,
    answer: membershipAnswered,
    handle: ({ params, body }, request) => answerMembership(db, actorOn(request), params.id, body.agree),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/research/members/:id',
    access: [2, 3, 4, 5, 6],
    tag,
    summary: '一项课题的成员和各人的确认',
    params: membershipId,
    answer: caseMembers,
    handle: ({ params }, request) => membersFor(processing, actorOn(request), params.id),
  })
}

/** What colleagues of a school read of each other's research. */
export function schoolRoutes(server: Server, { db }: Processing, actorOn: ActorOn): void {
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
