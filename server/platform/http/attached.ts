import type { FastifyReply } from 'fastify'

/** Heads of a file that is saved, never run, and kept by nobody on the way. `name` with its ending. */
export const attached = (reply: FastifyReply, name: string, mime: string): FastifyReply =>
  reply
    .header('content-type', mime)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, no-store')
