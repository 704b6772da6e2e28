import type { Actor } from '../../../catalogue/access/access.ts'
import {
  approvalReport,
  candidatePage,
  candidateQuery,
  nominationReport,
  nominationsMade,
  projectParams,
  seatBoard,
  seatBoardQuery,
  seatChain,
  seatParams,
} from '../../../catalogue/contract/training/enrolments.ts'
import { projectExecution } from '../../../catalogue/contract/training/execution.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import { campaignFor } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { seatBoardOf, seatChainOf } from './board.ts'
import { candidatesOf } from './candidates.ts'
import { executionOf } from './execution.ts'
import type { TrainingNeeds } from './index.ts'
import { approveAll, invite, nominate } from './nominations.ts'

const offices = [3, 4, 5, 6] as const
const url = '/api/v1/train/project/:id'

const projectFor = (db: Queryable, actor: Actor, id: string) => campaignFor(db, actor, trainingProject, id)

/** The calls about who takes part in a project: who may be recommended, approvals, seats. */
export function enrolmentRoutes(server: Server, needs: TrainingNeeds): void {
  const { db, actorOn, processing, archiveOf } = needs
  const shared = { tag: '培训', params: projectParams } as const
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/candidates`,
    access: offices,
    summary: '本校可以推荐的教师：近年培训、是否符合条件；从未参训的在前；上级按姓名找要邀请的教师',
    query: candidateQuery,
    answer: candidatePage,
    handle: async ({ params: { id }, query }, request) => {
      const actor = actorOn(request)
      return candidatesOf({ db, archiveOf }, actor, await projectFor(db, actor, id), query)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/nominations`,
    access: [3],
    summary: '学校推荐教师参加，须本人同意；占用本校名额',
    perMinute: 30,
    body: nominationsMade,
    answer: nominationReport,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      return nominate(processing, { actor, project: await projectFor(db, actor, id), ...body })
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/invitations`,
    access: offices,
    summary: '主办单位邀请范围内的教师参加，须本人同意；占用名额',
    perMinute: 30,
    body: nominationsMade,
    answer: nominationReport,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      return invite(processing, { actor, project: await projectFor(db, actor, id), ...body })
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/approvals`,
    access: offices,
    summary: '通过等本单位审核的报名；有条件提示的留下逐件办理',
    perMinute: 30,
    answer: approvalReport,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      return approveAll(processing, actor, await projectFor(db, actor, id))
    },
  })
}

/** The calls about the seats of a project. */
export function seatRoutes(server: Server, needs: TrainingNeeds): void {
  const { db, actorOn } = needs
  const shared = { tag: '培训', params: projectParams } as const
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/seats`,
    access: offices,
    summary:
      '名额与候补：本单位和直接下级单位的，或者某个下级单位的直接下级的，授予 = 已分 + 占用 + 待答复 + 剩余',
    query: seatBoardQuery,
    answer: seatBoard,
    handle: async ({ params: { id }, query }, request) => {
      const actor = actorOn(request)
      const project = await projectFor(db, actor, id)
      if (project.state === 'draft') throw new AppError('wrongState', { message: '开放报名以后才有名额' })
      return seatBoardOf(db, actor, project, query.of)
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/execution`,
    access: offices,
    summary: '学员评价、训后回访和经费；答卷数只有主办单位看得到，不满 5 份的不显示平均分',
    answer: projectExecution,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      return executionOf(db, await projectFor(db, actor, id))
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/seats/:no`,
    access: offices,
    summary: '一个席位的办理记录：占用、递补、退出',
    params: seatParams,
    answer: seatChain,
    handle: async ({ params: { id, no } }, request) => {
      const actor = actorOn(request)
      return seatChainOf(db, actor, await projectFor(db, actor, id), no)
    },
  })
}
