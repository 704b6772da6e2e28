import {
  activityBoard,
  activityParams,
  candidatesAsked,
  candidatesFound,
  copyAsked,
  copyMade,
  invitationsMade,
  leadKept,
  leadNamed,
  ownRecord,
  placesReport,
  recordAsked,
  sittingList,
  walkInsMade,
} from '../../../catalogue/contract/teaching/activities.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { researchActivity } from '../../../catalogue/processes/research-activity.ts'
import { campaignFor, changingActor, setLead, type HostedRow } from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { boardOf } from './board.ts'
import { copyActivity } from './copy.ts'
import type { TeachingNeeds } from './index.ts'
import { ownRecordOf } from './own-record.ts'
import { candidatesFor, invite, walkIn } from './people.ts'
import { ownSittings } from './sittings.ts'

const offices = [3, 4, 5, 6] as const
/** Offices, and whoever leads the activity in the name of one (0208). */
const leading = [2, ...offices] as const
const url = '/api/v1/teaching/activity/:id'
const shared = { tag: '教研', params: activityParams } as const

const activityFor = (db: Queryable, actor: Actor, id: string): Promise<HostedRow> =>
  campaignFor(db, actor, researchActivity, id)

async function ownActivity(db: Queryable, actor: Actor, id: string): Promise<HostedRow> {
  const activity = await activityFor(db, actor, id)
  if (!activity.isMine) throw new AppError('forbidden', { message: '本次活动由其他单位主办' })
  return activity
}

/** The calls about an activity and who takes part in it. */
export function activityRoutes(server: Server, { db, actorOn, processing }: TeachingNeeds): void {
  const acting = (request: Parameters<typeof actorOn>[0], id: string) =>
    changingActor(processing, actorOn(request), researchActivity, id)
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/board`,
    access: leading,
    summary: '一次教研活动的场次、人员、签到，归档会写入什么；其他单位只看本单位范围内的人',
    answer: activityBoard,
    handle: async ({ params: { id } }, request) => {
      const actor = await acting(request, id)
      return boardOf(db, actor, await activityFor(db, actor, id))
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/candidates`,
    access: leading,
    summary: '可以邀请的教师：主办单位管理范围内的，按姓名',
    query: candidatesAsked,
    answer: candidatesFound,
    handle: async ({ params: { id }, query }, request) => {
      const actor = await acting(request, id)
      return candidatesFor(db, actor, await ownActivity(db, actor, id), query)
    },
  })
}

/** The calls by which a host brings people in, and begins an activity like another one. */
export function peopleRoutes(server: Server, { db, actorOn, processing }: TeachingNeeds): void {
  const acting = (request: Parameters<typeof actorOn>[0], id: string) =>
    changingActor(processing, actorOn(request), researchActivity, id)
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/invitations`,
    access: leading,
    summary: '邀请教师参加，占用名额，须本人答复；写明授课的课题或发言的题目',
    perMinute: 30,
    body: invitationsMade,
    answer: placesReport,
    handle: async ({ params: { id }, body: { teachers, ...task } }, request) => {
      const actor = await acting(request, id)
      return invite(processing, { actor, activity: await activityFor(db, actor, id), teachers }, task)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/walk-ins`,
    access: leading,
    summary: '登记现场加入的教师，不受名额限制',
    perMinute: 30,
    body: walkInsMade,
    answer: placesReport,
    handle: async ({ params: { id }, body: { teachers } }, request) => {
      const actor = await acting(request, id)
      return walkIn(processing, { actor, activity: await activityFor(db, actor, id), teachers })
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/copies`,
    access: leading,
    summary: '照一次活动新增一次，推后若干天；人员、纪要和附件不带过来',
    perMinute: 30,
    body: copyAsked,
    answer: copyMade,
    handle: async ({ params: { id }, body: { days } }, request) => {
      const actor = await acting(request, id)
      const copied = await copyActivity(processing, actor, await activityFor(db, actor, id), days)
      const { role, teacherId } = actorOn(request)
      if (role === 2) await db.transaction((tx) => setLead(tx, actor, copied, teacherId))
      return { id: copied }
    },
  })
}

/** The sittings of a host, and what a teacher took part in. */
export function ownRoutes(server: Server, { db, actorOn, learntCourses }: TeachingNeeds): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/teaching/sittings',
    access: offices,
    tag: '教研',
    summary: '本单位主办的活动一周前起的场次：时间、地点、签到',
    answer: sittingList,
    handle: (_, request) => ownSittings(db, actorOn(request)),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/teaching/record',
    access: [2],
    tag: '教研',
    summary: '本人一学年的教研活动和课程：参加、授课、听课、学完的课程、学时',
    query: recordAsked,
    answer: ownRecord,
    handle: ({ query: { year } }, request) => ownRecordOf({ db, learntCourses }, actorOn(request), year),
  })
}

/** Who leads an activity in the name of the office that holds it. */
export function leadRoutes(server: Server, { db, actorOn, processing }: TeachingNeeds): void {
  register(server, {
    ...shared,
    method: 'PUT',
    url: `${url}/lead`,
    access: offices,
    summary: '由主办单位定由谁负责本次活动；须是本单位现任的教研员、组长或主持人，不填的由单位自己办',
    perMinute: 30,
    body: leadNamed,
    answer: leadKept,
    handle: async ({ params: { id }, body: { teacherId } }, request) => {
      const actor = actorOn(request)
      const activity = await ownActivity(db, actor, id)
      const able = teacherId === null ? [] : await processing.standings(db, teacherId)
      if (teacherId !== null && !able.some(({ institutionId }) => institutionId === activity.institutionId))
        throw invalid('teacherId', '该教师现在不是本单位的教研员、组长或主持人')
      await db.transaction((tx) => setLead(tx, actor, id, teacherId))
      return { teacherId }
    },
  })
}
