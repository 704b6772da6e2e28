import { z } from 'zod'
import { sameSecret, type Keys } from '../../platform/crypto/keys.ts'

export const signedQuery = z.object({ until: z.string().max(20), sign: z.string().max(100) })

/** Seconds an address works. */
const seconds = 300
type What = 'paper' | 'bundle'

const signature = (keys: Keys, what: What, id: string, until: string): string =>
  keys.mac('form-file', `${what}|${id}|${until}`).toString('base64url')

/** An address of a file for the next minutes. */
export function addressOf(keys: Keys, what: What, id: string): string {
  const until = String(Math.floor(Date.now() / 1000) + seconds)
  return `/files/${what}/${id}?until=${until}&sign=${signature(keys, what, id, until)}`
}

/** Whether this portal made the address, and its time is not over. */
export function isGenuine(
  keys: Keys,
  what: What,
  id: string,
  { until, sign }: { until: string; sign: string },
): boolean {
  return (
    /^\d{1,12}$/.test(until) &&
    Number(until) * 1000 >= Date.now() &&
    sameSecret(Buffer.from(signature(keys, what, id, until)), Buffer.from(sign))
  )
}
