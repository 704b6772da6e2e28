import { creditAnswer, creditQuery } from '../../../catalogue/contract/training/credit.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { register } from '../../platform/http/call.ts'
import { creditOf } from './credit.ts'
import { registrationHooks, registrationsJob } from './follow-registrations.ts'

/** Training: hours of teachers, out of what their archives say. */
export const training: Feature<Pick<Ground, 'db' | 'engine' | 'actorOn'>> = {
  name: 'training',
  hooks: registrationHooks,
  jobs: ({ db }) => [registrationsJob(db)],
  routes: (server, { engine, actorOn }) => {
    register(server, {
      method: 'GET',
      url: '/api/v1/train/credit',
      access: [2, 3, 4, 5, 6],
      tag: '培训',
      summary: '一位教师一年的学时：计入、缺口、每条来源；教师看自己的，单位看本单位范围内的',
      query: creditQuery,
      answer: creditAnswer,
      handle: ({ query }, request) => creditOf(engine, actorOn(request), query),
    })
  },
}
