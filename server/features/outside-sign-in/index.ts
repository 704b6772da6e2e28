import type { Feature } from '../../engine/feature.ts'
export { outsideSubject } from './import.ts'
import { directoryRoute } from './directory.ts'
import { doorsOf } from './doors.ts'
import type { OutsideNeeds } from './needs.ts'
import { outsideSignInRoutes } from './routes.ts'

/** Signing in through providers outside: OpenID Connect, 企业微信, 钉钉, a directory (docs/decisions/0067, 0240). */
export const outsideSignIn: Feature<OutsideNeeds> = {
  name: 'outside-sign-in',
  routes: (server, needs) => {
    const doors = doorsOf(needs.config, needs.outgoing)
    outsideSignInRoutes(server, needs, doors)
    directoryRoute(server, needs, doors)
  },
}
