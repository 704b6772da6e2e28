import type { Provider } from 'oidc-provider'
import type { SignedOutApp } from '../../../catalogue/contract/account/sign-out.ts'
import { note } from '../../platform/audit/note.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { errorFacts } from '../../platform/log/log.ts'
import { removeOver, takeSessions, unfollowed, type KeptSession } from './items.ts'
import type { SignOnNeeds } from './options.ts'
import { tellOlder } from './older-notice.ts'
import { endTickets, removeTickets } from './tickets.ts'

/** Tells one app that a session ended. */
async function tell(
  { log }: Pick<SignOnNeeds, 'log'>,
  provider: Provider,
  { accountId, clientId, sid }: { accountId: string; clientId: string; sid: string | undefined },
): Promise<SignedOutApp | undefined> {
  const client = await provider.Client.find(clientId)
  if (client === undefined) return undefined
  const name = client.clientName ?? clientId
  if (client.backchannelLogoutUri === undefined) return { name, notice: 'none' }
  try {
    // The type of the library does not name it.
    const send: unknown = client['backchannelLogout']
    if (typeof send !== 'function') return { name, notice: 'none' }
    const sent: unknown = Reflect.apply(send, client, [accountId, sid])
    await sent
    return { name, notice: 'told' }
  } catch (error) {
    log.warn('sign-on.notice', { client: clientId, ...errorFacts(error) })
    return { name, notice: 'failed' }
  }
}

const openIn = ({ authorizations = {} }: KeptSession) => Object.entries(authorizations)

/**
 * Ends the provider's sessions that meet a condition on `o`, with every token that came from them, and tells
 * the apps. Returns the apps, each once.
 */
async function endWhere(needs: SignOnNeeds, provider: Provider | null, which: Sql): Promise<SignedOutApp[]> {
  const sessions = await takeSessions(needs.db, needs.keys, which)
  const told = sessions.flatMap((session) =>
    openIn(session).map(async ([clientId, { sid }]) => {
      const app = provider && (await tell(needs, provider, { accountId: session.accountId, clientId, sid }))
      if (app)
        await note(needs.db, {
          by: null,
          action: 'signOn.left',
          personId: Number(session.accountId),
          facts: { client: clientId, notice: app.notice },
        })
      return app ?? []
    }),
  )
  const apps = (await Promise.all(told)).flat()
  return apps.filter(({ name }, index) => apps.findIndex((one) => one.name === name) === index)
}

/** Signs a device out of all apps it is signed in to. */
export async function endFamily(
  needs: SignOnNeeds,
  provider: Provider | null,
  family: string,
): Promise<SignedOutApp[]> {
  const which = sql`o.family = ${family}::uuid`
  const apps = await endWhere(needs, provider, which)
  const older = await tellOlder(needs, await endTickets(needs, which))
  return [...apps, ...older.filter(({ name }) => !apps.some((one) => one.name === name))]
}

/**
 * Tells apps of sessions that ended otherwise than by signing out (taken away by the administrator, a new
 * password, too many devices, the end of the day), and removes what is over.
 */
export const leaving = (needs: SignOnNeeds, current: () => Promise<Provider | null>): KeptJob => ({
  name: 'sign-on-leaving',
  label: '单点登录退出通知',
  every: 60,
  run: async () => {
    await endWhere(needs, await current(), unfollowed)
    await removeOver(needs.db)
    await tellOlder(needs, await endTickets(needs, sql`o.used_at is not null and ${unfollowed}`))
    await removeTickets(needs.db)
    return false
  },
})
