import type { Feature } from '../../engine/feature.ts'
export { outsideSubject } from './import.ts'
import { directoryRoute } from './directory.ts'
import { doorsOf } from './doors.ts'
import type { OutsideNeeds } from './needs.ts'
import { outsideSignInRoutes } from './routes.ts'
import { samlRoutes } from './saml-routes.ts'
import { waysRoute } from './ways.ts'

/** Signing in through providers outside: OpenID Connect, 企业微信, 钉钉, CAS, SAML, a directory (docs/decisions/0067, 0240–0242). */
export const outsideSignIn: Feature<OutsideNeeds> = {
  name: 'outside-sign-in',
  routes: (server, needs) => {
    const doors = doorsOf(needs)
    outsideSignInRoutes(server, needs, doors)
    directoryRoute(server, needs, doors)
    samlRoutes(server, needs)
    waysRoute(server, needs, doors)
  },
}
