import type { Actor } from '../../../catalogue/access/access.ts'
import { projectParams } from '../../../catalogue/contract/training/enrolments.ts'
import { projectTeam, teamMemberAdded, teamMemberParams } from '../../../catalogue/contract/training/team.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable } from '../../engine/engine.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { TrainingNeeds } from './index.ts'
import { projectFor, worksIn } from './standing.ts'
import { addToTeam, takeOffTeam, teamOf } from './team.ts'

const url = '/api/v1/train/project/:id/team'

/** A project for those who work in it: others are not told who does. */
async function workedIn(db: Queryable, actor: Actor, id: string) {
  const project = await projectFor(db, actor, id)
  if (!worksIn(project)) throw new AppError('missing')
  return project
}

/** Who works in a project beside its host. */
export function teamRoutes(server: Server, { db, actorOn, processing }: TrainingNeeds): void {
  register(server, {
    tag: '培训',
    method: 'GET',
    url,
    access: [2, 3, 4, 5, 6],
    summary: '一个项目的工作人员：承办单位、班主任、辅导教师；只给主办单位和他们自己看',
    params: projectParams,
    answer: projectTeam,
    handle: async ({ params: { id } }, request) => teamOf(db, await workedIn(db, actorOn(request), id)),
  })
  register(server, {
    tag: '培训',
    method: 'POST',
    url,
    access: [3, 4, 5, 6],
    perMinute: 60,
    summary: '安排承办单位、班主任或辅导教师；他们办理签到和成绩，看不到档案和其他项目',
    params: projectParams,
    body: teamMemberAdded,
    answer: projectTeam,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      const needs = { db, notify: processing.notify }
      return addToTeam(needs, actor, await projectFor(db, actor, id), body)
    },
  })
  register(server, {
    tag: '培训',
    method: 'DELETE',
    url: `${url}/:member`,
    access: [3, 4, 5, 6],
    summary: '取消一位工作人员；权限随即结束',
    params: teamMemberParams,
    answer: projectTeam,
    handle: async ({ params: { id, member } }, request) => {
      const actor = actorOn(request)
      return takeOffTeam(db, actor, await projectFor(db, actor, id), member)
    },
  })
}
