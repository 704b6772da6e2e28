import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../catalogue/errors.ts'
import { openCounts, type Counts } from './counts.ts'
import type { Server } from './server.ts'

export interface Limits {
  /** Requests per minute of one session. */
  readonly requestsPerMinute: number
  /** Requests per minute of everybody behind one address who has no session: a school is one address. */
  readonly addressRequestsPerMinute: number
  /** Whether this portal made a token; an invented one counts for the address it came from. */
  readonly isOwnToken: (token: unknown) => token is string
  /** Whether an address belongs to a network whose people are counted by account only. */
  readonly isTrusted: (address: string) => boolean
  /** Counter of requests; by default one in this process alone. */
  readonly counts?: Counts
}

/** Answers whether an address lies in one of these networks (CIDR blocks or single addresses). */
export function networks(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const block of blocks) {
    const [network = '', bits] = block.split('/')
    const family = isIPv4(network) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(bits), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
    // A proxy may hand on a word instead of an address.
    if (isIP(plain) === 0) return false
    return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
}

/**
 * The network one caller can choose addresses in: an IPv4 address itself, of an IPv6 address the first 64
 * bits, which one line is given as a whole.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.replace(/%.*$/, '').split('::')
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean))
  const missing = after === undefined ? 0 : 8 - (head?.length ?? 0) - (tail?.length ?? 0)
  return [...(head ?? []), ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])]
    .slice(0, 4)
    .join(':')
}

/**
 * What a route declares that takes fewer requests than usual: a count of its own, per minute of one session,
 * and of one address.
 */
export const fewer = (perMinute: number, perMinuteFromAddress = perMinute * 20) => ({
  perMinute,
  perMinuteFromAddress,
  rateLimit: {},
})

type Caller = { readonly session: string } | { readonly address: string }

/**
 * The limiter asks three times for each request, and telling an own token from an invented one costs a MAC.
 */
const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * Whose requests are counted together. On a public call it is the address even with a token: otherwise every
 * session would be a counter of its own at the door.
 */
function callerOf(request: FastifyRequest, isOwnToken: Limits['isOwnToken']): Caller {
  const before = callers.get(request)
  if (before) return before
  const token = request.headers['token']
  const known = request.routeOptions.config.access !== 'public' && isOwnToken(token)
  const caller = known ? { session: token } : { address: networkOf(request.ip) }
  callers.set(request, caller)
  return caller
}

/**
 * Limits every route by session, and by address where there is none. Routes that declare fewer say so in
 * their configuration.
 */
export async function limitRequests(
  server: Server,
  { requestsPerMinute, addressRequestsPerMinute, isOwnToken, isTrusted, counts = openCounts() }: Limits,
): Promise<void> {
  await server.register(rateLimit, {
    global: true,
    store: counts.store,
    timeWindow: 60_000,
    keyGenerator: (request) => {
      const caller = callerOf(request, isOwnToken)
      return 'session' in caller ? `t:${caller.session.slice(0, 32)}` : `a:${caller.address}`
    },
    max: (request) => {
      const { perMinute, perMinuteFromAddress } = request.routeOptions.config
      return 'session' in callerOf(request, isOwnToken)
        ? (perMinute ?? requestsPerMinute)
        : (perMinuteFromAddress ?? addressRequestsPerMinute)
    },
    allowList: (request) => {
      return 'address' in callerOf(request, isOwnToken) && isTrusted(request.ip)
    },
    errorResponseBuilder: () => new AppError('tooOften'),
  })
}
