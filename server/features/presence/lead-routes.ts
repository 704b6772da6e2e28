import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  cancelling,
  codesAhead as codesShape,
  correctionDecision,
  correctionParams,
  expectedPeople,
  headCount,
  ledSession,
  markSetting,
  ownCodeMarked,
  ownCodeScan,
  sessionParams,
  sheetAnswer,
  sheetRows,
  trainingDayDraft,
  trainingDayPage,
  trainingDayQuery,
} from '../../../catalogue/contract/training/presence.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { codesAhead } from '../../engine/presence/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { cancelDay, changeDay, listDays, planDay } from './days.ts'
import { ownPeople, readLed } from './led.ts'
import { decide, fix, scanOwnCode, setBySheet, setHeads, setMark, type Act, type LeadTools } from './lead.ts'
import { ledBy, stateOf } from './owned.ts'

const tag = '签到'
/** Training days are of schools; sessions of projects are led by offices, too, and by teachers of their teams. */
const ofSchool = { access: [3], tag } as const
const shared = { access: [2, 3, 4, 5, 6], tag } as const
const days = '/api/v1/presence/days'
const sessions = '/api/v1/presence/sessions'
const named = z.object({ id: z.string() })

/** The act about a session that a request asks for. */
const actOf =
  (needs: LeadTools, actorOn: ActorOn) =>
  (request: Pick<FastifyRequest, 'actor'>, { id }: { readonly id: string }): Act => ({
    ...needs,
    actor: actorOn(request),
    sessionId: id,
    now: Date.now(),
  })

/** Training days of the own school: planning them, changing them, calling them off. */
export function dayRoutes(server: Server, needs: LeadTools, actorOn: ActorOn): void {
  const { db } = needs
  register(server, {
    ...ofSchool,
    method: 'GET',
    url: days,
    summary: '本校的校本研修，最近的在前',
    query: trainingDayQuery,
    answer: trainingDayPage,
    handle: ({ query }, request) => listDays(db, actorOn(request), query, Date.now()),
  })
  register(server, {
    ...ofSchool,
    method: 'GET',
    url: '/api/v1/presence/people',
    summary: '本校教师，供选参加的人',
    answer: expectedPeople,
    handle: (_, request) => ownPeople(db, actorOn(request)),
  })
  register(server, {
    ...ofSchool,
    method: 'POST',
    url: days,
    summary: '新增校本研修：主题、时间、地点、学时、参加的教师',
    body: trainingDayDraft,
    answer: named,
    handle: async ({ body }, request) => ({ id: await planDay(db, actorOn(request), body) }),
  })
  register(server, {
    ...ofSchool,
    method: 'PUT',
    url: `${days}/:id`,
    summary: '修改校本研修；有人签到以后时间不能再改，已签到的人不能移出',
    params: sessionParams,
    body: trainingDayDraft,
    answer: named,
    handle: async ({ params, body }, request) => ({
      id: await changeDay(actOf(needs, actorOn)(request, params), body),
    }),
  })
  register(server, {
    ...ofSchool,
    method: 'POST',
    url: `${days}/:id/cancel`,
    summary: '取消校本研修，写明原因',
    params: sessionParams,
    body: cancelling,
    answer: z.boolean(),
    handle: async ({ params, body }, request) => {
      await cancelDay(actOf(needs, actorOn)(request, params), body.reason)
      return true
    },
  })
}

/** What the leader of a session reads, and what the screen shows. */
export function screenRoutes(server: Server, needs: LeadTools, actorOn: ActorOn): void {
  const { db, keys, owners } = needs
  register(server, {
    ...shared,
    method: 'GET',
    url: `${sessions}/:id`,
    summary: '一场的名单、签到、待核和更正',
    params: sessionParams,
    answer: ledSession,
    handle: ({ params }, request) => readLed({ db, owners }, actorOn(request), params.id, Date.now()),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${sessions}/:id/codes`,
    summary: '大屏上十分钟的签到码和数字，每 15 秒一个',
    params: sessionParams,
    answer: codesShape,
    handle: async ({ params }, request) => {
      const now = Date.now()
      const state = stateOf(await ledBy(db, owners, actorOn(request), params.id), now)
      if (state === 'cancelled') throw new AppError('wrongState', { message: '这一场已取消' })
      if (state === 'fixed') throw new AppError('wrongState', { message: '出勤已经确定，不能再签到' })
      const ahead = codesAhead(keys, params.id, now)
      return { ...ahead, codes: [...ahead.codes], numbers: [...ahead.numbers] }
    },
  })
}

/** What the leader of a session does about marks. */
export function leadRoutes(server: Server, needs: LeadTools, actorOn: ActorOn): void {
  const actIn = actOf(needs, actorOn)
  for (const doubt of [false, true])
    register(server, {
      ...shared,
      method: 'POST',
      url: `${sessions}/:id/${doubt ? 'doubts' : 'marks'}`,
      summary: doubt ? '核定一条待核的签到' : '手工登记一个人的签到，写明原因',
      params: sessionParams,
      body: markSetting,
      answer: z.boolean(),
      handle: async ({ params, body }, request) => {
        await setMark(actIn(request, params), body, doubt)
        return true
      },
    })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${sessions}/:id/heads`,
    summary: '登记现场清点的人数',
    params: sessionParams,
    body: headCount,
    answer: z.boolean(),
    handle: async ({ params, body }, request) => {
      await setHeads(actIn(request, params), body.heads)
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${sessions}/:id/ownCodes`,
    summary: '扫学员手机上的本人码，为其签到',
    params: sessionParams,
    body: ownCodeScan,
    answer: ownCodeMarked,
    handle: ({ params, body }, request) => scanOwnCode(actIn(request, params), body.code),
  })
}

/** The paper list, corrections, and the end of it. */
export function closingRoutes(server: Server, needs: LeadTools, actorOn: ActorOn): void {
  const actIn = actOf(needs, actorOn)
  register(server, {
    ...shared,
    method: 'POST',
    url: `${sessions}/:id/sheet`,
    summary: '按纸质签到表登记：姓名和状态，空着的不动；已核定的不改，逐条说明',
    params: sessionParams,
    body: sheetRows,
    answer: sheetAnswer,
    handle: ({ params, body }, request) => setBySheet(actIn(request, params), body),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${sessions}/:id/corrections/:correction`,
    summary: '办理一条签到更正：同意，或写明原因不同意',
    params: correctionParams,
    body: correctionDecision,
    answer: z.boolean(),
    handle: async ({ params, body }, request) => {
      await decide(actIn(request, params), params.correction, body)
      return true
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${sessions}/:id/fix`,
    summary: '确定出勤：没有待核的才能确定，此后只能走更正',
    params: sessionParams,
    answer: z.boolean(),
    handle: async ({ params }, request) => {
      await fix(actIn(request, params))
      return true
    },
  })
}
