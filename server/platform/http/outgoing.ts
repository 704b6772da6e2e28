import { lookup as resolveName } from 'node:dns'
import { request as overHttp, type ClientRequest, type RequestOptions } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import { networks } from './limits.ts'

/** What a call outward may not reach: this machine, private and special networks (RFC 6890). */
const inside = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, bits, 'ipv6')

/** Whether an address in numbers leads to this machine or into an internal network, unless it is allowed. */
export const isInternal = (url: URL, allowed: readonly string[]): boolean => {
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(literal) === 0 ? /(^|\.)localhost\.?$/i.test(literal) : !outsideOf(allowed)(literal)
}

/**
 * Whether the portal may connect to an address by itself: it is public, or in one of these networks (CIDR).
 */
export function outsideOf(allowed: readonly string[]): (address: string) => boolean {
  const isAllowed = networks(allowed)
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    return isAllowed(plain) || !inside.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
}

/** The address leads into an internal network. */
export class RefusedAddress extends Error {}
/** The name is not known here. */
export class UnknownName extends Error {}

/**
 * Looks a name up and judges what it leads to where the connection is made, so that a name cannot show one
 * address to a check and another to the call.
 */
const judged =
  (mayReach: (address: string) => boolean): LookupFunction =>
  (name, options, done) =>
    resolveName(name, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || first === undefined) return done(new UnknownName(), '')
      if (!found.every(({ address }) => mayReach(address))) return done(new RefusedAddress(), '')
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })

/** A call to an address, of which nothing was sent yet; throws RefusedAddress. */
export function callOutside(
  url: URL,
  mayReach: (address: string) => boolean,
  options: RequestOptions,
): ClientRequest {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new RefusedAddress()
  // An address in numbers is not looked up.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !mayReach(literal)) throw new RefusedAddress()
  const send = url.protocol === 'https:' ? overHttps : overHttp
  return send(url, Object.assign({}, options, { lookup: judged(mayReach), agent: false }))
}

/** A call to an address from a form: its target and its body. */
export interface OutgoingCall {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Milliseconds for the whole call; five seconds unless given. */
  readonly timeout?: number
}

export interface OutgoingAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/**
 * Calls an address outside; throws where it may not be called, does not answer in time or answers too much.
 */
export type OutgoingRequest = (address: string, call: OutgoingCall) => Promise<OutgoingAnswer>

/** Largest answer that is read, in bytes. */
const mostAnswer = 256 * 1024

/**
 * Calls addresses that people registered. Redirections are not followed.
 * @param allow networks inside the house (CIDR) that may be called all the same
 */
export function outgoingTo(allow: readonly string[]): OutgoingRequest {
  const mayReach = outsideOf(allow)
  return async (address, call) => send(new URL(address), call, mayReach)
}

const send = (
  url: URL,
  call: OutgoingCall,
  mayReach: (address: string) => boolean,
): Promise<OutgoingAnswer> =>
  new Promise((done, fail) => {
    const request = callOutside(url, mayReach, {
      method: call.method,
      headers: {
        ...call.headers,
        ...(call.body !== undefined && { 'content-length': String(Buffer.byteLength(call.body)) }),
      },
      signal: AbortSignal.timeout(call.timeout ?? 5_000),
    })
    request.once('error', fail)
    request.once('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > mostAnswer) response.destroy(new Error('the answer is too large'))
        else parts.push(part)
      })
      response.once('error', fail)
      response.once('end', () =>
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      )
    })
    request.end(call.body)
  })
