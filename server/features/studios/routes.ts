import {
  applicationBegun,
  boardAsked,
  evidenceParams,
  invitationReport,
  openStudioPage,
  openStudiosAsked,
  ownStudios,
  planKept,
  planWritten,
  studioBoard,
  studioCandidates,
  studioCandidatesAsked,
  studioFaceShown,
  studioInvitations,
  studioPage,
  studioParams,
  studiosAsked,
  taskEvidence,
} from '../../../catalogue/contract/teaching/studios.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { boardOfStudio, evidenceFor } from './board.ts'
import { refreshFace, showStudio, studioFaceOf } from './face.ts'
import type { StudiosNeeds } from './index.ts'
import { studiosOf, studiosOfTeacher } from './list.ts'
import { beginApplication, inviteMembers, openStudiosFor, studioCandidatesOf } from './members.ts'
import { writePlan } from './plan.ts'
import { hostedStudio, isRunning, studioFor } from './studio.ts'

const tag = '名师工作室'
const base = '/api/v1/teaching/studios'
const one = `${base}/:id`
const readers = [2, 3, 4, 5, 6] as const

/** The lists of studios, and the page of one. */
export function studioReading(server: Server, { db, actorOn }: StudiosNeeds): void {
  register(server, {
    method: 'GET',
    url: base,
    access: [3, 4, 5, 6],
    tag,
    summary: '本单位管理范围内的工作室：成员、任务进度、考核结果',
    query: studiosAsked,
    answer: studioPage,
    handle: ({ query }, request) => studiosOf(db, actorOn(request), query),
  })
  register(server, {
    method: 'GET',
    url: `${base}/open`,
    access: [2],
    tag,
    summary: '可以申请加入的工作室：主管单位管到本人的学校',
    query: openStudiosAsked,
    answer: openStudioPage,
    handle: ({ query }, request) => openStudiosFor(db, actorOn(request), query),
  })
  register(server, {
    method: 'GET',
    url: `${base}/own`,
    access: [2],
    tag,
    summary: '本人主持、参加、申请过的工作室',
    answer: ownStudios,
    handle: (_, request) => studiosOfTeacher(db, actorOn(request)),
  })
  register(server, {
    method: 'GET',
    url: `${one}/board`,
    access: readers,
    tag,
    summary: '一个工作室：年度任务、成员、名额、申请、考核；不是主持人、成员和主管单位的答复 404',
    params: studioParams,
    query: boardAsked,
    answer: studioBoard,
    handle: ({ params: { id }, query: { year } }, request) => boardOfStudio(db, actorOn(request), id, year),
  })
  register(server, {
    method: 'GET',
    url: `${one}/tasks/:year/:no`,
    access: readers,
    tag,
    summary: '一项任务的完成数是哪几条',
    params: evidenceParams,
    answer: taskEvidence,
    handle: ({ params }, request) => evidenceFor(db, actorOn(request), params),
  })
}

/** What a host does with the studio, and how a teacher asks to join. */
export function studioWork(server: Server, { db, actorOn, processing }: StudiosNeeds): void {
  const host = { access: [2], tag, params: studioParams } as const
  register(server, {
    ...host,
    method: 'PUT',
    url: `${one}/plan`,
    summary: '写一个年度的任务；提交考核以后不再改',
    perMinute: 30,
    body: planWritten,
    answer: planKept,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      return { version: await writePlan(processing, actor, await hostedStudio(db, actor, id), body) }
    },
  })
  register(server, {
    ...host,
    method: 'GET',
    url: `${one}/candidates`,
    summary: '可以邀请的教师：主管单位范围内的，按姓名',
    perMinute: 60,
    query: studioCandidatesAsked,
    answer: studioCandidates,
    handle: async ({ params: { id }, query }, request) =>
      studioCandidatesOf(db, await hostedStudio(db, actorOn(request), id), query),
  })
  register(server, {
    ...host,
    method: 'POST',
    url: `${one}/invitations`,
    summary: '邀请教师加入，占用名额，7 天内须本人答复',
    perMinute: 30,
    body: studioInvitations,
    answer: invitationReport,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      return inviteMembers(processing, { actor, studio: await hostedStudio(db, actor, id), ...body })
    },
  })
  register(server, {
    ...host,
    method: 'POST',
    url: `${one}/applications`,
    summary: '申请加入（草稿）；已有没办完的申请时答复那一份',
    perMinute: 30,
    answer: applicationBegun,
    handle: async ({ params: { id } }, request) => ({
      id: await beginApplication(processing, actorOn(request), id),
    }),
  })
}

/** The call by which host and office bring the public page up to date. */
export function studioFaceRoute(server: Server, { db, actorOn, publishing }: StudiosNeeds): void {
  register(server, {
    method: 'POST',
    url: `${one}/face`,
    access: [2, 4, 5, 6],
    tag,
    summary: '更新公开主页：成员、本年度做了什么；撤下的不会再展示',
    perMinute: 30,
    params: studioParams,
    answer: studioFaceShown,
    handle: async ({ params: { id } }, request) => {
      const actor = actorOn(request)
      const { studio, as } = await studioFor(db, actor, id)
      const isOffice = as === 'office' && studio.officeId === actor.institutionId
      if (as !== 'host' && !isOffice) throw new AppError('forbidden', { message: '由主持人或主管单位更新' })
      const ended = !isRunning(studio)
      await db.transaction((tx) =>
        isOffice
          ? showStudio(publishing, tx, { actor, studioId: id, ended })
          : refreshFace(publishing, tx, id, ended),
      )
      const face = await studioFaceOf(db, id)
      if (!face) throw new AppError('missing')
      return { contentId: face.contentId, state: face.state }
    },
  })
}
