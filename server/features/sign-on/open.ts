import { familyOf } from '../../platform/session/session.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { holding, withTicket } from './cas.ts'
import { clientOf, type Client } from './clients.ts'
import type { SignOnNeeds } from './options.ts'
import { makeTicket } from './tickets.ts'

/** An app that somebody opens from the application centre. */
interface AppOpening {
  readonly actor: Actor
  readonly sessionToken: string
  readonly app: { readonly id: string; readonly address: string }
}

/** The registered address of an older system at which it is opened: its own, else the first. */
function serviceOf({ services }: Client, address: string): string | undefined {
  const at = URL.parse(address)
  const same = services.find((one) => {
    const service = new URL(one)
    return at !== null && service.origin === at.origin && service.pathname === at.pathname
  })
  return same === undefined ? services[0] : address
}

/** An older system: with a ticket where the person agreed as this identity, else by the page that asks. */
async function withOlder(
  needs: SignOnNeeds,
  { actor, sessionToken }: AppOpening,
  client: Client,
  service: string,
): Promise<string> {
  const asking = `/cas/login?service=${encodeURIComponent(service)}`
  const consent = await holding(needs, client, actor.personId)
  const family = consent && (await familyOf(needs.db, sessionToken))
  if (!consent || family === undefined) return asking
  return withTicket(service, await makeTicket(needs, consent, { service, family }))
}

/**
 * Where somebody goes who opens an app. An app of OpenID Connect is told at its own address who the issuer is
 * and asks for the sign-in itself, so that nobody is signed in to it by a link that another person made; it
 * is told nothing of the person.
 * @param issuer of this portal; null where it does not know its own address
 */
export async function addressToOpen(
  needs: SignOnNeeds,
  issuer: string | null,
  opening: AppOpening,
): Promise<string> {
  const { app } = opening
  const client = await clientOf(needs.db, app.id)
  if (client === undefined) return app.address
  if (client.initiateUri !== null && issuer !== null) {
    const url = new URL(client.initiateUri)
    url.searchParams.set('iss', issuer)
    return url.href
  }
  const service = serviceOf(client, app.address)
  return service === undefined ? app.address : withOlder(needs, opening, client, service)
}
