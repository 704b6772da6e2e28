import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { LoginResult, UserInfo } from '../../../catalogue/contract/account/account.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { bindToBrowser } from '../../platform/session/browser.ts'
import { openSession, type SessionStart } from '../../platform/session/session.ts'
import { infoOf } from './info.ts'
import { rememberDevice } from './known-device.ts'
import { noteSignIn } from '../../engine/directory/index.ts'
import { countSignIn } from '../../engine/person-facts/index.ts'
import { factorBefore, offerEnrolment, openTicket, ticketOf, type FactorOptions } from './second-factor.ts'
import { auditSignIn, identitiesOf, type IdentityRow } from './store.ts'

/** Dependencies of opening a session. */
export interface EnterOptions extends FactorOptions {
  /** Devices a person may use at once; those unused longest end. */
  readonly sessionsPerPerson: number
  /** Whether programs other than browsers get sessions, which no cookie binds. */
  readonly unboundSessions: boolean
  /** Whether the three duties of administration are separate. */
  readonly separateDuties: boolean
  /** Address of a photo for a day; empty for none. */
  readonly photoAddress: (fileId: string | null) => string
}

/** A person who has proved who they are. */
export interface SignInEntry {
  readonly personId: number
  /** The identity they chose, where they have several. */
  readonly accountId?: number | undefined
  /** Whether it was by password: what asks for one again is open for five minutes. */
  readonly proved?: boolean
  /** Whether it was by a password that others gave, which the session may replace. */
  readonly given?: boolean
  /** Runs before the session is opened, and may fail: it uses up what the person showed. */
  readonly before?: () => Promise<void>
}

export const originOf = (request: FastifyRequest) => ({
  ip: request.ip,
  agent: request.headers['user-agent'] ?? '',
})

/**
 * Where a session begins, bound to the browser that asks for it. Throws forbidden for another program where
 * those get none.
 */
export function beginning(o: EnterOptions, request: FastifyRequest, reply: FastifyReply): SessionStart {
  const binding = bindToBrowser(o.keys, request, reply)
  if (binding === null && !o.unboundSessions)
    throw new AppError('forbidden', { message: '本平台只能用浏览器登录，请换用较新的浏览器' })
  return { ...originOf(request), binding, most: o.sessionsPerPerson }
}

/** Identities as whoever chooses sees them. */
export const choiceOf = (identities: readonly IdentityRow[]) =>
  identities.map((r) => ({ id: r.id, role: r.role, organization: r.institution, truename: r.name }))

const purpose = 'second-step'
const step = z.object({
  person: z.number(),
  identity: z.number(),
  password: z.string().nullable(),
  given: z.boolean(),
})

async function open(
  o: EnterOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  who: { personId: number; chosen: IdentityRow; proved: boolean; given: boolean },
): Promise<UserInfo> {
  const { personId, chosen, proved, given } = who
  rememberDevice(o.keys, request, reply, { id: personId, password_changed_at: chosen.password_changed_at })
  const lastLogin = await noteSignIn(o.db, personId)
  if (chosen.role === 2) await countSignIn(o.db, personId)
  const token = await openSession(o.db, o.keys, chosen.id, {
    ...beginning(o, request, reply),
    proved,
    replacesPasswordOf: given ? chosen.password_changed_at : null,
  })
  await auditSignIn(o.db, 'login', { identityId: chosen.id, personId }, originOf(request))
  return infoOf(o, chosen, token, lastLogin)
}

/**
 * Lets somebody in who has shown who they are: a session; or the choice among several identities, in which
 * case they come again with one; or the second factor, with a ticket for it. Null: no identity of theirs is
 * enabled.
 */
export async function enter(
  o: EnterOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignInEntry,
): Promise<LoginResult | null> {
  const { personId, accountId, proved = false, given = false, before } = who
  const identities = await identitiesOf(o.db, { personId })
  const [first] = identities
  if (!first) return null
  const chosen = identities.length === 1 ? first : identities.find((row) => row.id === accountId)
  if (!chosen) {
    // The choice is sent back with the same password, which must not be refused for the address meanwhile.
    rememberDevice(o.keys, request, reply, { id: personId, password_changed_at: first.password_changed_at })
    return { accounts: choiceOf(identities) }
  }
  await before?.()
  const next = await factorBefore(o, personId)
  if (next === 'none') return open(o, request, reply, { personId, chosen, proved, given })
  const ticket = ticketOf(o.keys, purpose, {
    person: personId,
    identity: chosen.id,
    password: chosen.password_changed_at,
    given,
  })
  return {
    second_step: {
      ticket,
      enrolment: next === 'enrol' ? await offerEnrolment(o, personId, chosen.name) : null,
    },
  }
}

/**
 * Lets somebody in with the ticket of the step before, once `show` has not thrown. A ticket dies with the
 * password it came from.
 */
export async function enterAfterFactor(
  o: EnterOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { ticket, show }: { ticket: string; show: (personId: number) => Promise<void> },
): Promise<UserInfo> {
  const late = new AppError('wrongState', { message: '停留过久，请重新登录' })
  const found = step.safeParse(openTicket(o.keys, purpose, ticket))
  if (!found.success) throw late
  const { person, identity, password, given } = found.data
  const chosen = (await identitiesOf(o.db, { personId: person })).find((row) => row.id === identity)
  if (!chosen || chosen.password_changed_at !== password) throw late
  await show(person)
  return open(o, request, reply, { personId: person, chosen, proved: true, given })
}
