import type { z } from 'zod'
import { sameSecret, type Keys } from '../../platform/crypto/keys.ts'

/** Signs what a phone carries from one request to the next; nothing of it is secret. */
export function signToken(keys: Keys, purpose: string, content: object): string {
  const body = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${body}.${keys.mac(purpose, body).toString('base64url')}`
}

/** Opens a token of a purpose; undefined where it is another one, altered or cut off. */
export function openToken<T>(keys: Keys, purpose: string, shape: z.ZodType<T>, token: string): T | undefined {
  const [body = '', mac = '', ...more] = token.split('.')
  if (more.length > 0 || !sameSecret(Buffer.from(mac, 'base64url'), keys.mac(purpose, body))) return undefined
  return shape.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
}
