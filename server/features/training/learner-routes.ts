import {
  enrolmentDesk,
  learnerPage,
  learnerParams,
  learnerQuery,
  learnerSearch,
  learnersFound,
  learnerView,
  projectParams,
  sessionList,
  sessionQuery,
} from '../../../catalogue/contract/training/enrolments.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import { campaignFor } from '../../engine/campaigns/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { deskOf, sessionsOf } from './desk.ts'
import type { TrainingNeeds } from './index.ts'
import { findLearners, learnerOf, learnersOf } from './learners.ts'

const offices = [3, 4, 5, 6] as const
const shared = { method: 'GET', tag: '培训' } as const

/** What offices and teachers look up: the desk, the timetable, learners. */
export function learnerRoutes(server: Server, { db, actorOn }: TrainingNeeds): void {
  register(server, {
    ...shared,
    url: '/api/v1/train/desk',
    access: offices,
    summary: '没有结束的培训项目：本单位的名额、待审、有提示、候补',
    answer: enrolmentDesk,
    handle: (_, request) => deskOf(db, actorOn(request)),
  })
  register(server, {
    ...shared,
    url: '/api/v1/train/sessions',
    access: [2, ...offices],
    summary: '几天里的课：教师看自己参加的项目，单位看范围内的项目',
    query: sessionQuery,
    answer: sessionList,
    handle: ({ query }, request) => sessionsOf(db, actorOn(request), query),
  })
  register(server, {
    ...shared,
    url: '/api/v1/train/project/:id/learners',
    access: offices,
    summary: '一个项目的学员，可以只看一所学校的',
    params: projectParams,
    query: learnerQuery,
    answer: learnerPage,
    handle: async ({ params: { id }, query }, request) => {
      const actor = actorOn(request)
      return learnersOf(db, actor, await campaignFor(db, actor, trainingProject, id), query)
    },
  })
  register(server, {
    ...shared,
    url: '/api/v1/train/learners',
    access: offices,
    summary: '按姓名找学员',
    query: learnerSearch,
    answer: learnersFound,
    handle: ({ query: { q } }, request) => findLearners(db, actorOn(request), q),
  })
  register(server, {
    ...shared,
    url: '/api/v1/train/learners/:teacherId',
    access: offices,
    summary: '一位学员的全部报名：项目、席位、成绩、学时',
    params: learnerParams,
    answer: learnerView,
    handle: ({ params: { teacherId } }, request) => learnerOf(db, actorOn(request), teacherId),
  })
}
