import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sameSecret, type Keys } from '../crypto/keys.ts'
import { cookieOf, setCookie } from '../http/cookies.ts'

/** Over https no other host can set a cookie of the first name; over http browsers do not take it. */
const names = { https: '__Host-sid', http: 'xt_sid' } as const
const nameFor = (request: FastifyRequest) => (request.protocol === 'https' ? names.https : names.http)

/** Longer than a session lives; alone the cookie opens nothing. */
const days = 1

const bindingOf = (keys: Keys, value: string) => keys.mac('session-cookie', value)
const valueOf = (request: FastifyRequest) => cookieOf(request, names.https) ?? cookieOf(request, names.http)

/** Whether a browser asks: only browsers send these, and scripts of pages cannot leave them out. */
export const isBrowser = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined

/**
 * Gives a browser the cookie that belongs to the session it is about to get, and answers the hash to be kept
 * with it; null for other programs, whose sessions are not bound. The token in local storage can be read by a
 * script or copied from the disk of a shared computer; the cookie cannot be read.
 */
export function bindToBrowser(keys: Keys, request: FastifyRequest, reply: FastifyReply): Buffer | null {
  if (!isBrowser(request)) return null
  const value = randomBytes(24).toString('base64url')
  setCookie(request, reply, { name: nameFor(request), value, path: '/', days })
  return bindingOf(keys, value)
}

/** Whether a request carries the cookie of a session: its browser keeps cookies. */
export const carriesBinding = (request: FastifyRequest): boolean => valueOf(request) !== undefined

/** The hash under which sessions of the asking browser are kept; null where it has no cookie of one. */
export function bindingIn(keys: Keys, request: FastifyRequest): Buffer | null {
  const value = valueOf(request)
  return value === undefined ? null : bindingOf(keys, value)
}

/** Whether a request carries the cookie its session is bound to, if it is bound. */
export function fitsBinding(keys: Keys, request: FastifyRequest, binding: Buffer | null): boolean {
  return binding === null || sameSecret(binding, bindingOf(keys, valueOf(request) ?? ''))
}

/** Keeps the cookie for as long as the renewed session lives. */
export function keepBinding(request: FastifyRequest, reply: FastifyReply): void {
  const value = valueOf(request)
  if (value !== undefined && /^[\w-]{32}$/.test(value))
    setCookie(request, reply, { name: nameFor(request), value, path: '/', days })
}

/** Takes the cookie away after signing out. */
export function dropBinding(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, { name: nameFor(request), value: '', path: '/', days: 0 })
}
