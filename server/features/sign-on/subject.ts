import type { Keys } from '../../platform/crypto/keys.ts'

const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * Number of a person within one app: keyed, of 100 bits. It is the same for all identities of the person and
 * differs from app to app, so that apps cannot join what they know.
 */
export function subjectOf(keys: Keys, app: string, personId: number): string {
  const bytes = keys.mac('sign-on-subject', `${app}|${personId}`).subarray(0, 20)
  const digits = [...bytes].map((byte) => letters[byte & 31]).join('')
  return (digits.match(/.{5}/g) ?? []).join('-')
}
