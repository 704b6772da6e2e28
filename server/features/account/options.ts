import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { LoginResult } from '../../../catalogue/contract/account/account.ts'
import type { PasswordContext } from '../../../catalogue/rules/password.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Channels } from '../../platform/channels/channel.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Sms } from '../../platform/sms/sms.ts'

/** Dependencies of the account feature, from `app`. */
export interface AccountOptions {
  readonly db: Database
  readonly keys: Keys
  readonly engine: Engine
  readonly sms: Sms
  readonly mail: Mail
  readonly channels: Channels
  /** Passwords known to everybody (the demo region's), which nobody may choose where it counts. */
  readonly refused: ReadonlySet<string>
  readonly passwords: {
    open(
      sent: { readonly password: string; readonly kid?: string | undefined },
      line: { readonly ip: string; readonly protocol: string },
    ): Promise<string>
    verify(personId: number, password: string): Promise<boolean>
    hash(password: string): Promise<string>
    bound(personId: number, hash: string): string
    fits(stored: string, password: string, personId: number): Promise<boolean>
    contextOf(personId: number): Promise<PasswordContext>
  }
  /** Letting people in who showed who they are, and a line of the audit about those who could not. */
  readonly signingIn: {
    enter(
      request: FastifyRequest,
      reply: FastifyReply,
      who: {
        readonly personId: number
        readonly accountId?: number | undefined
        readonly before?: () => Promise<void>
      },
    ): Promise<LoginResult | null>
    failed(request: FastifyRequest, typed: string): Promise<void>
    /** Whether a captcha was solved; throws captchaWrong where one was given and is not right. */
    solveCaptcha(id: string | undefined, typed: string | undefined): Promise<boolean>
    /** Whether an address belongs to a network whose people are counted by account only. */
    isTrusted(address: string): boolean
  }
  readonly photoAddress: (fileId: string | null) => string
  readonly actorOn: ActorOn
  readonly unread: (actor: Actor) => Promise<number>
  /** A message of the portal to one identity. */
  readonly tell: (tx: Tx, identityId: number, title: string, content: string) => Promise<void>
}

/** Adds a line to the audit about somebody's account; never a value, only what was done. */
export interface Deed {
  readonly identityId: number | null
  readonly personId: number
  readonly action:
    | 'password.change'
    | 'password.reset'
    | 'mobile.change'
    | 'email.change'
    | 'outside.bound'
    | 'outside.unbound'
    | 'photo.change'
    | 'seal.change'
    | 'session.end'
}
