import type { Server } from '../../platform/http/server.ts'
import { contactRoutes } from './contact.ts'
import { outsideRoutes } from './outside.ts'
import { deviceRoutes } from './devices.ts'
import { draftKeyRoute } from './draft-key.ts'
import { forgottenRoutes } from './forgotten.ts'
import { institutionRoutes } from './institution.ts'
import { mobileSignInRoute } from './mobile-sign-in.ts'
import type { AccountOptions } from './options.ts'
import { profileRoutes } from './profile.ts'
import { readingRoutes } from './readings.ts'

/**
 * The calls of the own account: profile, password, phone, devices, who read my archive, identities; and the
 * forgotten password.
 */
export function accountRoutes(server: Server, o: AccountOptions): void {
  profileRoutes(server, o)
  contactRoutes(server, o)
  outsideRoutes(server, o)
  deviceRoutes(server, o)
  draftKeyRoute(server, o)
  readingRoutes(server, o)
  forgottenRoutes(server, o)
  mobileSignInRoute(server, o)
  institutionRoutes(server, o)
}
