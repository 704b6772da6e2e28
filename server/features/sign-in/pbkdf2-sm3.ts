import { pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { sameSecret } from '../../platform/crypto/keys.ts'

/** Rounds of one hash: about 0.57 s of a core here, nine times Argon2id. They stand in each hash. */
const rounds = 600_000
const bytes = 32
const mark = 'pbkdf2-sm3'
const form = /^\$pbkdf2-sm3\$i=(\d{4,8})\$([\w-]{22})\$([\w-]{43})$/

const derived = promisify(pbkdf2)

/** A hash of this algorithm, of a text that no password fits: the work of an account that is unknown. */
export const nobodysSm3 = `$${mark}$i=${rounds}$${'A'.repeat(22)}$${'A'.repeat(43)}`

export const isSm3Hash = (hash: string): boolean => hash.startsWith(`$${mark}$`)

/** PBKDF2 with HMAC-SM3 (GB/T 32905) over the peppered password: `$pbkdf2-sm3$i=<rounds>$<salt>$<hash>`. */
export async function sm3Hash(peppered: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derived(peppered, salt, rounds, bytes, 'sm3')
  return `$${mark}$i=${rounds}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Whether a peppered password fits; false for what is no such hash. */
export async function fitsSm3(known: string, peppered: string): Promise<boolean> {
  const [, i = '', salt = '', hash = ''] = form.exec(known) ?? []
  if (hash === '') return false
  const made = await derived(peppered, Buffer.from(salt, 'base64url'), Number(i), bytes, 'sm3')
  return sameSecret(made, Buffer.from(hash, 'base64url'))
}

/** Whether a hash was made with fewer rounds than today's. */
export const hasFewRounds = (known: string): boolean => Number(form.exec(known)?.[1] ?? 0) < rounds
