import { randomUUID } from 'node:crypto'
import type { SignedOutApp } from '../../../catalogue/contract/account/sign-out.ts'
import { note } from '../../platform/audit/note.ts'
import { errorFacts } from '../../platform/log/log.ts'
import { clientIdOf } from './clients.ts'
import type { SignOnNeeds } from './options.ts'
import type { OlderSession } from './tickets.ts'

/**
 * What an older system reads (CAS protocol 3.0, "Single Logout"): the ticket is what it knows its session by.
 */
const requestFor = (ticket: string, at: Date): string =>
  [
    '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"',
    ` ID="LR-${randomUUID()}" Version="2.0" IssueInstant="${at.toISOString()}">`,
    '<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">@NOT_USED@</saml:NameID>',
    `<samlp:SessionIndex>${ticket}</samlp:SessionIndex>`,
    '</samlp:LogoutRequest>',
  ].join('')

async function tell(
  { outgoing, log }: SignOnNeeds,
  { app, known }: OlderSession,
): Promise<SignedOutApp['notice']> {
  if (known === null) return 'none'
  try {
    const { status } = await outgoing(known.service, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logoutRequest: requestFor(known.ticket, new Date()) }).toString(),
    })
    return status < 400 ? 'told' : 'failed'
  } catch (error) {
    log.warn('sign-on.notice', { client: clientIdOf(app), ...errorFacts(error) })
    return 'failed'
  }
}

const order = ['failed', 'told', 'none'] as const

/** Tells older systems that sessions ended. Returns each system once, with the worst that happened there. */
export async function tellOlder(
  needs: SignOnNeeds,
  sessions: readonly OlderSession[],
): Promise<SignedOutApp[]> {
  const told = await Promise.all(
    sessions.map(async (session) => {
      const notice = await tell(needs, session)
      await note(needs.db, {
        by: null,
        action: 'signOn.left',
        personId: session.personId,
        facts: { client: clientIdOf(session.app), notice },
      })
      return { name: session.name, notice }
    }),
  )
  return [...new Set(told.map(({ name }) => name))].map((name) => {
    const notices = told.filter((one) => one.name === name).map(({ notice }) => notice)
    return { name, notice: order.find((one) => notices.includes(one)) ?? 'none' }
  })
}
