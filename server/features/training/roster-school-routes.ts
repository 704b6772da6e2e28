import {
  schoolRosterAnswer,
  schoolRosterParams,
  schoolRosters,
} from '../../../catalogue/contract/training/roster-schools.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { TrainingNeeds } from './index.ts'
import { answerRoster, rostersAsking } from './roster-schools.ts'

const url = '/api/v1/train/roster-schools'

/** What a school answers about its teachers on rosters of others. */
export function rosterSchoolRoutes(server: Server, { db, actorOn, processing }: TrainingNeeds): void {
  register(server, {
    tag: '培训',
    method: 'GET',
    url,
    access: [3],
    summary: '外单位的名单里有本校教师、等本校同意的',
    answer: schoolRosters,
    handle: (_, request) => rostersAsking(db, actorOn(request)),
  })
  register(server, {
    tag: '培训',
    method: 'POST',
    url: `${url}/:id`,
    access: [3],
    summary: '同意本校教师列入外单位的名单，或写明原因不同意',
    params: schoolRosterParams,
    body: schoolRosterAnswer,
    answer: schoolRosters,
    handle: ({ params: { id }, body }, request) =>
      answerRoster(db, processing.notify, actorOn(request), { id, ...body }),
  })
}
