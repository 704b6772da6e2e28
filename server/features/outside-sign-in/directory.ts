import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  directoryEnter,
  outsideEntered,
  type OutsideEntered,
} from '../../../catalogue/contract/account/outside-sign-in.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import {
  DirectoryFault,
  openDirectory,
  type Directory,
  type DirectoryEntry,
} from '../../platform/ldap/directory.ts'
import type { Door } from './doors.ts'
import { doorNamed, enterWith } from './enter.ts'
import type { OutsideNeeds } from './needs.ts'
import { requireTrier, trialOf } from './trial.ts'

/**
 * Signing in with the account of the own unit's directory (docs/decisions/0240). The portal asks for the
 * password itself, so that it counts tries before the directory hears of them.
 */
export function directoryRoute(server: Server, needs: OutsideNeeds, doors: readonly Door[]): void {
  const settings = needs.config.outsideSignIn.ldap
  const directory = settings && openDirectory(settings)
  register(server, {
    method: 'POST',
    url: '/api/v1/login/directory',
    access: 'anyone',
    tag: '登录',
    summary: '用单位目录（LDAP、AD）的账号和密码登录；没有绑定的得到绑定用的票据',
    body: directoryEnter,
    answer: outsideEntered,
    perMinute: 60,
    perMinuteFromAddress: 2000,
    handle: ({ body }, request, reply) => {
      const door = doorNamed(doors, 'ldap')
      if (!directory) throw new AppError('missing', { message: '没有开通这种登录方式' })
      return enterByDirectory(needs, { door, directory }, { request, reply }, body)
    },
  })
}

async function enterByDirectory(
  needs: OutsideNeeds,
  { door, directory }: { readonly door: Door; readonly directory: Directory },
  on: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { account, back, trial, ...body }: z.infer<typeof directoryEnter>,
): Promise<OutsideEntered> {
  const { signingIn } = needs
  if (trial) requireTrier(on.request)
  const password = await signingIn.openPassword(body, on.request)
  const { captcha, captcha_id } = body
  const tried = { door: 'ldap', label: door.label, typed: account, captcha, captcha_id } as const
  const counted = await signingIn.counted(on.request, tried)
  const entry = await reached<DirectoryEntry | null>(needs, door, () =>
    directory.talk(async ({ find, fits }) => {
      const found = await find(account)
      if (!found) return null
      await counted.countFor(found.subject)
      return (await fits(found, password)) ? found : null
    }),
  )
  if (entry === null) throw await counted.failed()
  await counted.passed()
  const { subject, facts } = entry
  const confirmed = { provider: 'ldap', subject } as const
  if (trial) return trialOf(needs, door, on.request, { confirmed, facts })
  return enterWith(needs, door, on, { confirmed, back: back ?? null })
}

/** A directory that cannot be asked is no fault of the person; what it said may hold names, and stays out. */
async function reached<T>({ log }: OutsideNeeds, { label }: Door, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof DirectoryFault)) throw error
    log.warn('outside.unreachable', { provider: 'ldap', fault: error.message.slice(0, 200) })
    throw new AppError('wrongState', {
      message: `现在不能核对${label}，请稍后再试，或用杏坛的账号密码登录`,
    })
  }
}
