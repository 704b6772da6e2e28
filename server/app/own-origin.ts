import type { FastifyRequest } from 'fastify'

/**
 * Answers the address this portal may say it has, without a trailing slash, or null where it must not name
 * any.
 */
export type OriginOf = (
  request: Pick<FastifyRequest, 'host' | 'hostname' | 'protocol'>,
) => Promise<string | null>

const onThisMachine = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/**
 * The address of maps, feeds and page heads. A request's Host header is whatever the caller says, and these
 * answers are kept by caches and search engines. So it is that of the site whose domain it is, else
 * `PUBLIC_ORIGIN`; without that only this machine's own names and the domains of clients are repeated.
 * @param publicOrigin without a trailing slash
 */
export function ownOrigin(publicOrigin: string | undefined, clientAt: ClientAt): OriginOf {
  return async ({ host, hostname, protocol }) => {
    const client = await clientAt(hostname)
    // A site is reached as the portal is: what stands in front of both speaks https or does not.
    const scheme = publicOrigin === undefined ? `${protocol}:` : new URL(publicOrigin).protocol
    if (client?.isSite && !isWorkHost(publicOrigin, hostname)) return `${scheme}//${hostname.toLowerCase()}`
    if (publicOrigin !== undefined) return publicOrigin
    if (onThisMachine.test(host)) return `${protocol}://${host}`
    return client ? `${protocol}://${hostname.toLowerCase()}` : null
  }
}

type ClientAt = (host: string) => Promise<{ readonly isSite: boolean } | undefined>

/** Whether a host is that of the address where people sign in; it is never only a site. */
export const isWorkHost = (publicOrigin: string | undefined, hostname: string): boolean =>
  publicOrigin !== undefined && new URL(publicOrigin).hostname === hostname.toLowerCase()

/**
 * Whether search engines may list what they find under a host: the portal's own, this machine's, a client's.
 * Under every other name the region's pages would be listed a second time.
 */
export const listsHost =
  (publicOrigin: string | undefined, clientAt: ClientAt) =>
  async (hostname: string): Promise<boolean> =>
    isWorkHost(publicOrigin, hostname) ||
    onThisMachine.test(hostname) ||
    (await clientAt(hostname)) !== undefined
