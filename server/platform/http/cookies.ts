import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie the request carries. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/**
 * Sets a cookie that scripts cannot read and other sites cannot send. `value` is of letters, digits and
 * `-_.~`.
 */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, path, days }: { name: string; value: string; path: string; days: number },
): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; Max-Age=${Math.round(days * 86_400)}; HttpOnly; SameSite=Lax${secure}`,
  )
}
