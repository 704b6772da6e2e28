import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginResult } from '../../../catalogue/contract/account/account.ts'
import { maskedSubject } from '../../../catalogue/contract/account/outside-accounts.ts'
import type { OutsideEntered } from '../../../catalogue/contract/account/outside-sign-in.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { findByOutside } from '../../engine/directory/index.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Door } from './doors.ts'
import type { OutsideNeeds } from './needs.ts'
import { noteEntered } from './ways.ts'
import { end, errandOf, markBrowser, strange, ticketFor, useTicket, type ProvenNumber } from './visits.ts'

/** Redirect address for all providers: a page of this portal. */
export async function returnAddress({ originOf }: OutsideNeeds, request: FastifyRequest): Promise<string> {
  const origin = await originOf(request)
  if (origin === null)
    throw new AppError('wrongState', { message: '平台没有设置对外的地址，不能使用外部账号登录' })
  return `${origin}/login/outside`
}

/** The way in with this name. Throws `missing` for one that is not set up. */
export function doorNamed(doors: readonly Door[], name: string): Door {
  const door = doors.find((one) => one.name === name)
  if (!door) throw new AppError('missing', { message: '没有开通这种登录方式' })
  return door
}

/** What a door said of itself, and of whom. */
interface Came {
  readonly confirmed: ProvenNumber
  readonly back: string | null
  /** All that it said, where it was a trial; null for signing in. */
  readonly facts: readonly (readonly [name: string, value: string])[] | null
}

/** What came back from a provider. Throws in a sentence where the provider does not say whose it is. */
export async function comeBack(
  needs: OutsideNeeds,
  doors: readonly Door[],
  request: FastifyRequest,
  { state, code, iss }: { state: string; code: string; iss?: string | undefined },
): Promise<Came> {
  const { provider, back, isTrial } = await end(needs.db, request, state)
  const door = doorNamed(doors, provider)
  const errand = {
    ...errandOf(needs.keys, state),
    back: await returnAddress(needs, request),
    inApp: false,
    wanted: back,
    isTrial,
  }
  const visitor = await door.visitorOf({ code, iss }, errand)
  if ('subject' in visitor) {
    const confirmed = { provider, subject: visitor.subject }
    return { confirmed, back, facts: isTrial ? (visitor.facts ?? []) : null }
  }
  needs.log.warn('outside.refused', {
    provider,
    ...(visitor.fault !== undefined && { fault: visitor.fault }),
  })
  await needs.signingIn.failed(request, `${provider} ${code}`)
  throw new AppError('badCredentials', { message: visitor.reason })
}

/** Refuses a person whose account is locked after wrong passwords: another way in is no way around that. */
async function requireUnlocked({ db }: OutsideNeeds, personId: number): Promise<void> {
  const row = await db.one<{ locked: boolean }>(sql`
    select coalesce(locked_until > now(), false) as locked from person where id = ${personId}`)
  if (row.locked) throw new AppError('accountLocked', { message: '账号因密码多次不对已锁定，请过一刻钟再试' })
}

const ended = (result: LoginResult): boolean => !('accounts' in result)

/**
 * Lets in whoever an outside account is bound to; one that is bound to nobody gets a ticket for binding it,
 * and so does whoever has to choose among identities. Over somebody's session nobody is signed in.
 */
export async function enterWith(
  needs: OutsideNeeds,
  door: Door,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  {
    confirmed,
    back,
    accountId,
  }: {
    readonly confirmed: ProvenNumber
    readonly back: string | null
    readonly accountId?: number | undefined
  },
): Promise<OutsideEntered> {
  const told = {
    provider: door.name,
    label: door.label,
    result: null,
    unbound: null,
    ticket: null,
    back,
    claims: null,
  }
  const personId = await findByOutside(needs.db, needs.keys, confirmed)
  if (personId === null)
    return {
      ...told,
      unbound: { subject: maskedSubject(confirmed.subject) },
      ticket: await ticketFor(needs, markBrowser(request, reply), confirmed, back),
    }
  if (request.actor) {
    if (request.actor.personId === personId) return told
    throw new AppError('duplicate', { message: `该${door.label}账号已绑定到另一个账号` })
  }
  await requireUnlocked(needs, personId)
  const result = await needs.signingIn.enter(request, reply, { personId, accountId })
  if (result === null) throw new AppError('accountLocked', { message: '绑定的账号已停用，请联系系统管理员' })
  if (!ended(result))
    return { ...told, result, ticket: await ticketFor(needs, markBrowser(request, reply), confirmed, back) }
  await noteEntered(needs.db, door.name)
  await note(needs.db, { by: null, action: 'outside.entered', personId, facts: { provider: door.name } })
  return { ...told, result }
}

/** The choice among several identities. */
export async function choose(
  needs: OutsideNeeds,
  doors: readonly Door[],
  on: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { ticket, account_id: accountId }: { ticket: string; account_id: number },
): Promise<OutsideEntered> {
  if (on.request.actor) throw strange()
  const { back, ...confirmed } = await useTicket(needs, on.request, ticket)
  return enterWith(needs, doorNamed(doors, confirmed.provider), on, { confirmed, back, accountId })
}
