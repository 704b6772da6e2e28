import { maskedSubject } from '../../../catalogue/contract/account/outside-accounts.ts'
import {
  doorLabels,
  doorNames,
  outsideBind,
  outsideBindDone,
  outsideDoors,
  outsideEnter,
  outsideEntered,
  outsideStart,
  outsideStarted,
  ownOutside,
  type OwnOutside,
} from '../../../catalogue/contract/account/outside-sign-in.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { bindOutside, outsideOf } from '../../engine/directory/index.ts'
import { note } from '../../platform/audit/note.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { provedLately } from '../../platform/session/session.ts'
import { isInApp, type Door } from './doors.ts'
import { choose, comeBack, doorNamed, enterWith, returnAddress } from './enter.ts'
import type { OutsideNeeds } from './needs.ts'
import { requireTrier, trialOf } from './trial.ts'
import { begin, errandOf, useTicket, type ProvenNumber } from './visits.ts'

const url = '/api/v1/login/outside'
const own = '/api/v1/user/outsideSignIn'

/** Signing in through a provider outside, and binding what it confirmed to the own account. */
export function outsideSignInRoutes(server: Server, needs: OutsideNeeds, doors: readonly Door[]): void {
  doorRoutes(server, needs, doors)
  enterRoute(server, needs, doors)
  ownRoutes(server, needs, doors)
}

function doorRoutes(server: Server, needs: OutsideNeeds, doors: readonly Door[]): void {
  register(server, {
    method: 'GET',
    url,
    access: 'public',
    tag: '登录',
    summary: '已开通的外部账号登录方式',
    answer: outsideDoors,
    handle: () => Promise.resolve(doors.map(({ name, label }) => ({ provider: name, label }))),
  })
  register(server, {
    method: 'POST',
    url: `${url}/start`,
    access: 'anyone',
    tag: '登录',
    summary: '开始用外部账号登录：回答要前往的地址',
    body: outsideStart,
    answer: outsideStarted,
    perMinute: 30,
    perMinuteFromAddress: 1000,
    handle: async ({ body: { provider, back, trial } }, request, reply) => {
      const door = doorNamed(doors, provider)
      const isTrial = trial === true
      if (isTrial) requireTrier(request)
      const returning = await returnAddress(needs, request)
      const state = await begin(needs.db, request, reply, { provider, back: back ?? null, isTrial })
      const errand = {
        ...errandOf(needs.keys, state),
        back: returning,
        inApp: isInApp(provider, request),
        wanted: back ?? null,
        isTrial,
      }
      return { to: await reached(needs, door, door.address(errand)) }
    },
  })
}

/** A provider that cannot be asked for its description is no fault of this portal. */
async function reached(
  { log }: OutsideNeeds,
  { label, name }: Door,
  address: Promise<string>,
): Promise<string> {
  try {
    return await address
  } catch (error) {
    log.warn('outside.unreachable', {
      provider: name,
      fault: error instanceof Error ? error.name : 'unknown',
    })
    throw new AppError('wrongState', { message: `现在连不上${label}，请稍后再试，或用账号密码登录` })
  }
}

function enterRoute(server: Server, needs: OutsideNeeds, doors: readonly Door[]): void {
  register(server, {
    method: 'POST',
    url: `${url}/enter`,
    access: 'anyone',
    tag: '登录',
    summary: '从外部账号的登录页回来：登录已绑定的人；没有绑定的得到绑定用的票据',
    body: outsideEnter,
    answer: outsideEntered,
    perMinute: 30,
    perMinuteFromAddress: 1000,
    handle: async ({ body }, request, reply) => {
      if ('ticket' in body) return choose(needs, doors, { request, reply }, body)
      const { confirmed, back, facts } = await comeBack(needs, doors, request, body)
      const door = doorNamed(doors, confirmed.provider)
      if (facts !== null) return trialOf(needs, door, request, { confirmed, facts })
      return enterWith(needs, door, { request, reply }, { confirmed, back })
    },
  })
}

async function ownAccounts(
  { db, keys }: OutsideNeeds,
  doors: readonly Door[],
  actor: Actor,
): Promise<OwnOutside> {
  const bound = await outsideOf(db, keys, actor.personId)
  return doorNames.flatMap((provider) => {
    const there = bound.find((one) => one.provider === provider)
    const door = doors.find(({ name }) => name === provider)
    if (!there && !door) return []
    return {
      provider,
      label: door?.label ?? doorLabels[provider],
      subject: there ? maskedSubject(there.subject) : null,
      ready: door !== undefined,
    }
  })
}

async function bind(
  needs: OutsideNeeds,
  { label }: Door,
  actor: Actor,
  confirmed: ProvenNumber,
): Promise<void> {
  const { db, keys, tell } = needs
  await db.transaction(async (tx) => {
    await bindOutside(tx, keys, actor.personId, confirmed)
    await note(tx, {
      by: actor.identityId,
      action: 'outside.bound',
      personId: actor.personId,
      facts: { provider: confirmed.provider },
    })
    await tell(
      tx,
      actor.identityId,
      `已绑定${label}`,
      `以后可以用${label}登录。绑定的账号是 ${maskedSubject(confirmed.subject)}。如果不是您本人绑定的，请立即修改登录密码并解除绑定。`,
    )
  })
}

function ownRoutes(server: Server, needs: OutsideNeeds, doors: readonly Door[]): void {
  const shared = { access: 'signedIn', url: own, tag: '个人中心' } as const
  register(server, {
    ...shared,
    method: 'GET',
    summary: '本人可以用来登录的外部账号',
    answer: ownOutside,
    handle: (_, request) => ownAccounts(needs, doors, needs.actorOn(request)),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    stepUp: true,
    summary: '把刚刚由外部平台确认的账号绑定到本人，以后凭它登录',
    body: outsideBind,
    answer: outsideBindDone,
    perMinute: 20,
    handle: async ({ body }, request) => {
      // A session that was left open must not become a way in for good, whatever else this installation asks
      // for.
      if (!(await provedLately(needs.db, request.sessionToken ?? ''))) throw new AppError('confirmFirst')
      const { provider, subject } = await useTicket(needs, request, body.ticket)
      await bind(needs, doorNamed(doors, provider), needs.actorOn(request), { provider, subject })
      return { provider, subject: maskedSubject(subject) }
    },
  })
}
