import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sameSecret, type Keys } from '../../platform/crypto/keys.ts'
import { cookieOf, setCookie } from '../../platform/http/cookies.ts'

const name = 'xt_device'
const path = '/api/v1/login'
const days = 180
/** People who can be known on one device, the latest first: the computers of schools are shared. */
const most = 5

/** Owner of a device mark. It depends on the password: a new one makes all devices unknown. */
export interface Owner {
  readonly id: number
  readonly password_changed_at: string | null
}

interface Cookie {
  readonly device: string
  readonly marks: readonly string[]
}

function read(request: FastifyRequest): Cookie {
  const [device = '', ...marks] = (cookieOf(request, name) ?? '').split('~')
  return /^[\w-]{20,40}$/.test(device) ? { device, marks: marks.slice(0, most) } : { device: '', marks: [] }
}

const markOf = (keys: Keys, device: string, { id, password_changed_at }: Owner) =>
  keys.mac('known-device', `${device}|${id}|${password_changed_at}`).toString('base64url').slice(0, 27)

/**
 * The mark of a device this person has signed in on before, since their last new password; undefined for any
 * other.
 */
export function knownDevice(
  keys: Keys,
  request: FastifyRequest,
  owner: Owner | undefined,
): string | undefined {
  const { device, marks } = read(request)
  const own = markOf(keys, device, owner ?? { id: 0, password_changed_at: null })
  const known = marks.some((mark) => sameSecret(Buffer.from(mark), Buffer.from(own)))
  return owner && device !== '' && known ? own : undefined
}

/** Remembers that this person signed in here. */
export function rememberDevice(keys: Keys, request: FastifyRequest, reply: FastifyReply, owner: Owner): void {
  const { device, marks } = read(request)
  const here = device === '' ? randomBytes(18).toString('base64url') : device
  const own = markOf(keys, here, owner)
  const kept = [own, ...marks.filter((mark) => mark !== own && /^[\w-]{27}$/.test(mark))].slice(0, most)
  setCookie(request, reply, { name, value: [here, ...kept].join('~'), path, days })
}
