import { projectParams } from '../../../catalogue/contract/training/enrolments.ts'
import {
  courseRoster,
  courseRosterQuery,
  replacementAsked,
  replacementMade,
  rosterPage,
  rosterQuery,
  scoreRows,
  scoresWritten,
} from '../../../catalogue/contract/training/rosters.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import { campaignFor } from '../../engine/campaigns/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { TrainingNeeds } from './index.ts'
import { replace } from './replacement.ts'
import { rosterOf, rostersOf } from './rosters.ts'
import { projectFor } from './standing.ts'
import { writeScores } from './scores.ts'

const shared = { access: [3, 4, 5, 6], tag: '培训' } as const
/** Teachers, too: those of a project's team. */
const ofTeam = { access: [2, 3, 4, 5, 6], tag: '培训' } as const

/** Rosters of projects: learners by sessions, and their scores. */
export function rosterRoutes(server: Server, { db, actorOn, processing }: TrainingNeeds): void {
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/train/rosters',
    summary: '已经开班的培训项目：学员、场次、结业人数',
    query: rosterQuery,
    answer: rosterPage,
    handle: ({ query }, request) => rostersOf(db, actorOn(request), query),
  })
  register(server, {
    ...ofTeam,
    method: 'GET',
    url: '/api/v1/train/project/:id/roster',
    summary:
      '一个项目的花名册：学员、每场的签到、到课率、成绩、结果；只列本单位能看的学员；班主任和辅导教师看自己的班',
    params: projectParams,
    query: courseRosterQuery,
    answer: courseRoster,
    handle: async ({ params: { id }, query }, request) => {
      const actor = actorOn(request)
      return rosterOf(db, actor, await projectFor(db, actor, id), query)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/train/project/:id/replacements',
    summary: '由另一位教师接替一个席位和班级，须本人同意；开班以后还够得上到课率才能接替',
    params: projectParams,
    body: replacementAsked,
    answer: replacementMade,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      return replace(processing, actor, await campaignFor(db, actor, trainingProject, id), body)
    },
  })
  register(server, {
    ...ofTeam,
    method: 'POST',
    url: '/api/v1/train/project/:id/scores',
    summary: '按席位号或姓名登记学习中学员的成绩，全部写入或者全部不写；空着的不动',
    perMinute: 30,
    params: projectParams,
    body: scoreRows,
    answer: scoresWritten,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      return writeScores(processing, actor, await projectFor(db, actor, id), body)
    },
  })
}
