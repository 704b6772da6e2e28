import type { Feature, Ground } from '../../engine/feature.ts'
import { familyOf } from '../../platform/session/session.ts'
import { casRoutes } from './cas.ts'
import { clientRoutes } from './client-routes.ts'
import { endFamily, leaving } from './ending.ts'
import { interactionRoutes } from './interaction.ts'
import { addressToOpen } from './open.ts'
import { mountProvider } from './mounted.ts'
import type { SignOnNeeds } from './options.ts'
import { ownAppRoutes } from './own-apps.ts'
import { learningKeys, providersOf, turning, type Providers } from './providers.ts'
import { wayBack } from './sign-out-ticket.ts'

export { subjectOf } from './subject.ts'
export { signOnTickets } from './tickets.ts'
export { signOnItems } from './items.ts'
export { signOnKeys } from './signing-keys.ts'

interface Needs extends SignOnNeeds, Pick<Ground, 'actorOn'> {
  readonly signOnProviders: Providers
}

/** The portal as provider of OpenID Connect for the region's apps (docs/decisions/0074). */
export const signOn: Feature<Needs> = {
  name: 'sign-on',
  routes: async (server, needs) => {
    const { signOnProviders: providers, actorOn } = needs
    await mountProvider(server, needs, providers)
    casRoutes(server, needs, actorOn)
    interactionRoutes(server, needs, providers, actorOn)
    ownAppRoutes(server, needs, actorOn)
    clientRoutes(server, needs, actorOn)
  },
  jobs: (needs) => [turning(needs), leaving(needs, needs.signOnProviders.current)],
  repeats: [{ where: 'everywhere', start: (needs) => learningKeys(needs, needs.signOnProviders) }],
}

/** The provider, and what signing out of the portal asks of it. */
export function signingOnBy(needs: SignOnNeeds) {
  const providers = providersOf(needs)
  return {
    signOnProviders: providers,
    /** Address for a person who opens an app. */
    openApp: async (opening: Parameters<typeof addressToOpen>[2]) =>
      addressToOpen(needs, (await providers.current())?.issuer ?? null, opening),
    signOn: {
      /** Signs the device of a session out of every app; returns the apps with how they were told. */
      end: async (request: Parameters<Providers['for']>[0], token: string) => {
        const family = await familyOf(needs.db, token)
        return family === undefined ? [] : endFamily(needs, await providers.for(request), family)
      },
      /** Return address of an app after signing out. */
      wayBack: (ticket: string | undefined) => wayBack(needs.keys, ticket),
    },
  }
}
