import { lookup, type LookupAddress } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { networks } from './limits.ts'

/**
 * Networks that no address typed by people may lead into: this machine, its own network, links (where clouds answer with
 * their keys), addresses of operators, multicast, and what stands for one of these.
 */
const inner = networks(
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16
  198.18.0.0/15 224.0.0.0/4 240.0.0.0/4 ::/127 64:ff9b::/96 2002::/16 fc00::/7 fe80::/10 ff00::/8`.split(
    /\s+/,
  ),
)

/** Whether the portal may connect to an address by itself: outside, or in one of these networks (CIDR). */
export function outsideOf(allowed: readonly string[]): (address: string) => boolean {
  const isAllowed = networks(allowed)
  return (address) => !inner(address) || isAllowed(address)
}

/** What an address answered: its status and the milliseconds until its headers came. */
export interface Heard {
  readonly status: number
  readonly ms: number
}

/**
 * Asks an address that an administrator typed whether it answers. Connects to the address that was judged, so that a name
 * cannot change in between; follows nothing, sends nothing of anybody's, reads no body.
 * @returns `refused` where its name leads into a network that is not allowed; `silent` where nothing came in
 *   time; `unknown` where its name is not known here
 */
export function askOutside(
  address: string,
  { timeout, mayReach }: { readonly timeout: number; readonly mayReach: (address: string) => boolean },
): Promise<Heard | 'refused' | 'silent' | 'unknown'> {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol)) return Promise.resolve('refused')
  // An address in numbers is never looked up.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !mayReach(literal)) return Promise.resolve('refused')
  const judged: LookupFunction = (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? []
      if (error || first === undefined) return done(new Unknown(), '', 0)
      if (!found.every((one) => mayReach(one.address))) return done(new Refused(), '', 0)
      return options.all === true ? done(null, found) : done(null, first.address, first.family)
    })
  }
  const begun = performance.now()
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? secureRequest : plainRequest
    const asked = send(
      url,
      {
        method: 'GET',
        agent: false,
        lookup: judged,
        signal: AbortSignal.timeout(timeout),
        headers: { accept: '*/*' },
      },
      (answer) => {
        resolve({ status: answer.statusCode ?? 0, ms: Math.round(performance.now() - begun) })
        asked.destroy()
      },
    )
    asked.on('error', (error) => resolve(failureOf(error)))
    asked.end()
  })
}

class Refused extends Error {}
class Unknown extends Error {}

function failureOf(error: Error): 'refused' | 'silent' | 'unknown' {
  if (error instanceof Refused) return 'refused'
  return error instanceof Unknown ? 'unknown' : 'silent'
}
