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
 * answers are kept by caches and search engines. So it is `PUBLIC_ORIGIN`; without that only this machine's
 * own names and the domains of clients are repeated.
 * @param publicOrigin without a trailing slash
 */
export function ownOrigin(
  publicOrigin: string | undefined,
  clientOfHost: (host: string) => Promise<object | undefined>,
): OriginOf {
  return async ({ host, hostname, protocol }) => {
    if (publicOrigin !== undefined) return publicOrigin
    if (onThisMachine.test(host)) return `${protocol}://${host}`
    return (await clientOfHost(hostname)) ? `${protocol}://${hostname.toLowerCase()}` : null
  }
}
