import type { Feature, Ground } from '../../engine/feature.ts'
import { solveCaptcha } from './captcha.ts'
import { countedTry, type OutsideTry } from './counted.ts'
import { cookieLoginRoute } from './centre-ticket.ts'
import { enter, type SignInEntry } from './enter.ts'
import type { Passwords, SentPassword } from './passwords.ts'
import { failedSignIn, signInRoutes, type SignInOptions } from './routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { switchRoute } from './switch.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type { CountedTry, OutsideTry } from './counted.ts'
export { passwordHashes } from './password.ts'
export { createPasswords, type Passwords } from './passwords.ts'

interface Needs extends Pick<
  Ground,
  'config' | 'db' | 'keys' | 'photoAddress' | 'printedPasswords' | 'actorOn'
> {
  readonly passwords: Passwords
  /** Whether an address belongs to a network whose people are counted by account only. */
  readonly isTrusted: (address: string) => boolean
  /** The apps that people signed in to through the portal. */
  readonly signOn: SignInOptions['signOn']
}

function optionsOf(needs: Omit<Needs, 'actorOn'>): SignInOptions {
  const { config, db, keys, passwords, photoAddress, printedPasswords, isTrusted, signOn } = needs
  return {
    db,
    keys,
    passwords,
    photoAddress,
    refused: config.nodeEnv === 'production' ? printedPasswords : new Set(),
    secondFactor: config.secondFactor,
    origin: config.publicOrigin,
    isTrusted,
    signOn,
    sessionsPerPerson: config.sessionsPerPerson,
    separateDuties: config.separateDuties,
    unboundSessions: config.unboundSessions,
  }
}

export const signIn: Feature<Needs> = {
  name: 'sign-in',
  routes: (server, needs) => {
    const { config, actorOn } = needs
    const options = optionsOf(needs)
    signInRoutes(server, options)
    switchRoute(server, options)
    cookieLoginRoute(server, {
      ...options,
      centreKey: config.accountCentreKey,
      host: config.publicOrigin && new URL(config.publicOrigin).host,
    })
    secondFactorRoutes(server, options, actorOn)
  },
}

/** Signing in for features that identify people without a password. */
export function signingInBy(needs: Omit<Needs, 'actorOn'>) {
  const options = optionsOf(needs)
  return {
    enter: (request: FastifyRequest, reply: FastifyReply, who: SignInEntry) =>
      enter(options, request, reply, who),
    failed: (request: FastifyRequest, typed: string) => failedSignIn(options, request, typed),
    solveCaptcha: (id: string | undefined, typed: string | undefined) =>
      solveCaptcha(options.db, options.keys, id, typed),
    counted: (request: FastifyRequest, tried: OutsideTry) => countedTry(options, request, tried),
    openPassword: (sent: SentPassword, request: FastifyRequest) => options.passwords.open(sent, request),
    isTrusted: options.isTrusted,
  }
}
