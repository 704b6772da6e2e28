import { z } from 'zod'
import {
  checkedIn,
  correctionDraft,
  keptScan as keptScanShape,
  numberAnswer,
  numberJudged,
  ownCode as ownCodeShape,
  ownSessions as ownSessionsShape,
  scanState,
  sessionParams,
  type ScanState,
} from '../../../catalogue/contract/training/presence.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { answerQuestion, askCorrection, ownCode, sessionOfClaim } from '../../engine/presence/index.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { attendeeOn, checkIn, checkInLater, ownSession, ownSessions, passFor } from './attend.ts'
import type { LeadTools } from './lead.ts'
import { ownedSession } from './owned.ts'
import { claimOn, deviceOf, judgeScan, keepPass, keepScan, keptScan, type KeptScan } from './phone.ts'

const tag = '签到'
const calls = '/api/v1/presence'
/** Scans a minute from one address: a hall of five thousand shares one, and each may scan again. */
const fromHall = 20_000

const scanned = z.object({ scan: z.string().max(60) })

/**
 * The address behind the code on the screen. The claim is judged here, at the first request; the page that
 * the phone is sent on to may take its time.
 */
export function addressRoute(server: Server, needs: LeadTools): void {
  server.get<{ Params: z.output<typeof scanned> }>(
    '/q/:scan',
    {
      config: { access: 'public', ...fewer(fromHall, fromHall) },
      schema: { hide: true, params: scanned },
    },
    async (request, reply) => {
      const [session = '', code = ''] = request.params.scan.split('.')
      const scan = { session, code, device: deviceOf(request, reply) }
      const judged = await judgeScan(needs, scan, Date.now())
      keepScan(request, reply, judged)
      // A claim is bound before the page is drawn (client/early).
      const page = judged.kind === 'claim' ? '/q?claim=1' : '/q'
      return reply.header('cache-control', 'no-store').redirect(page, 303)
    },
  )
}

/** What the page says of the last scan. */
async function stateOf({ db, keys, owners }: LeadTools, scan: KeptScan | undefined): Promise<ScanState> {
  if (!scan) return { state: 'none' }
  if (scan.kind === 'refused') return { state: 'refused', message: scan.message }
  if (scan.kind === 'question') return { state: 'question', numbers: [...scan.numbers] }
  const key = sessionOfClaim(keys, scan.token)
  const session = key && (await ownedSession(db, owners, key.sessionId))
  if (!session) return { state: 'none' }
  const { title, place, startsAt } = session
  return { state: 'claim', title, place, startsAt }
}

/** From the scan to the claim, before anybody signs in. */
export function scanRoutes(server: Server, needs: LeadTools): void {
  const { db, keys } = needs
  register(server, {
    method: 'GET',
    url: `${calls}/scan`,
    access: 'public',
    tag,
    summary: '本手机上一次扫码的结果，三分钟内有效',
    answer: scanState,
    handle: (_, request) => stateOf(needs, keptScan(request)),
  })
  register(server, {
    method: 'POST',
    url: `${calls}/answer`,
    access: 'public',
    tag,
    summary: '选择大屏上现在的数字；至多两次',
    body: numberAnswer,
    answer: numberJudged,
    handle: async ({ body }, request, reply) => {
      const scan = keptScan(request)
      if (scan?.kind !== 'question') throw new AppError('wrongState', { message: '选择超时，请重新扫大屏' })
      const judged = await answerQuestion(db, keys, { question: scan.token, ...body }, Date.now())
      if ('left' in judged) return judged
      keepScan(request, reply, { kind: 'claim', token: judged.claim })
      return { left: null }
    },
  })
}

/** Checking in, with a session or with the pass of the phone. */
export function claimRoutes(server: Server, needs: LeadTools): void {
  const { db, keys } = needs
  register(server, {
    method: 'POST',
    url: `${calls}/claim`,
    access: 'anyone',
    tag,
    summary: '以扫码的时刻签到；没有登录的凭本手机在本活动中登录过的通行码',
    answer: checkedIn,
    handle: async (_, request, reply) => {
      const now = Date.now()
      const claim = claimOn(keys, request)
      const attendee = await attendeeOn(db, request, claim.eventId, now)
      const answer = await checkIn(needs, claim, attendee, now)
      if (request.actor) keepPass(request, reply, await passFor(db, claim, attendee.teacherId))
      return answer
    },
  })
  register(server, {
    method: 'POST',
    url: `${calls}/offline`,
    access: 'anyone',
    tag,
    summary: '补传没有网络时保存的扫码；24 小时内有效，由现场负责人核定',
    body: keptScanShape,
    answer: checkedIn,
    handle: async ({ body }, request, reply) => {
      const now = Date.now()
      const session = await ownedSession(db, needs.owners, body.session)
      if (!session) throw new AppError('missing', { message: '没有这一场，请核对二维码' })
      const attendee = await attendeeOn(db, request, session.eventId, now)
      const scan = {
        eventId: session.eventId,
        sessionId: session.sessionId,
        code: body.code,
        device: deviceOf(request, reply),
      }
      return checkInLater(needs, scan, attendee, now)
    },
  })
}

/** The own sessions of a teacher. */
export function ownRoutes(server: Server, { db, keys, owners }: LeadTools, actorOn: ActorOn): void {
  register(server, {
    method: 'GET',
    url: `${calls}/mine`,
    access: [2],
    tag,
    summary: '我要参加的研修和我的出勤，最近 30 场',
    answer: ownSessionsShape,
    handle: async (_, request) => ({ list: await ownSessions({ db, owners }, actorOn(request), Date.now()) }),
  })
  register(server, {
    method: 'POST',
    url: `${calls}/sessions/:id/ownCode`,
    access: [2],
    tag,
    summary: '本人码，一分钟内由现场负责人扫',
    params: sessionParams,
    answer: ownCodeShape,
    handle: async ({ params }, request) => {
      const { session, teacherId } = await ownSession({ db, owners }, actorOn(request), params.id)
      return { code: ownCode(keys, { eventId: session.eventId, teacherId }, Date.now()), seconds: 60 }
    },
  })
  register(server, {
    method: 'POST',
    url: `${calls}/sessions/:id/corrections`,
    access: [2],
    tag,
    summary: '申请更正自己的签到，课后三个工作日内',
    params: sessionParams,
    body: correctionDraft,
    answer: z.object({ id: z.string() }),
    handle: async ({ params, body }, request) => {
      const actor = actorOn(request)
      const { session, teacherId } = await ownSession({ db, owners }, actor, params.id)
      const { eventId, sessionId } = session
      const wish = { ...body, eventId, sessionId, teacherId, fileId: null, by: actor.identityId }
      return { id: await db.transaction((tx) => askCorrection(tx, wish, Date.now())) }
    },
  })
}
