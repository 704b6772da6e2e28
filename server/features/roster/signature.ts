import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A secret of 192 random bits, as receivers configure it. */
export const newSecret = (): string => prefix + randomBytes(24).toString('base64')

/**
 * The headers of one event (standardwebhooks.com): its id, the time of the attempt in seconds, and a
 * signature by each secret that counts, so that a receiver may hold the old one or the new one.
 */
export function signedHeaders(
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Xingtan-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  }
}
