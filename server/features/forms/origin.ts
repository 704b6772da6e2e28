import type { FastifyRequest } from 'fastify'

/** The address the portal may print on a paper; null where it must not name any. */
export type OriginOf = (
  request: Pick<FastifyRequest, 'host' | 'hostname' | 'protocol'>,
) => Promise<string | null>
