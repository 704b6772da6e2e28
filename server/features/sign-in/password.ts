import { hash, verify } from '@node-rs/argon2'
import type { Keys } from '../../platform/crypto/keys.ts'

/**
 * Argon2id, 19 MiB, 2 passes: about 60 ms. Few at a time, so that a flood of sign-ins cannot starve the
 * process.
 */
// 2 is Argon2id; the package's enum is const and cannot be imported under type stripping.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 4

let running = 0
const waiting: (() => void)[] = []

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** Hashes made before the pepper existed have no mark. */
const mark = 'p1'

/** How this installation keeps passwords. */
export interface PasswordHashes {
  /** Hash of a password with its version, parameters and salt; see `fits`. */
  readonly hash: (password: string) => Promise<string>
  /** Whether a password fits a hash; without a hash the same work is done and the answer is no. */
  readonly fits: (stored: string | null, password: string) => Promise<boolean>
  /** Whether a stored hash should be made anew as soon as its password is seen. */
  readonly outdated: (stored: string) => boolean
}

// A hash that no password fits, so that an unknown account costs the same time as a known one.
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$cGxhY2Vob2xkZXJzYWx0$VxTtqBvvBnoKqzA9AZ0vGm4YMQ9kKmMYxC1zQmZkJ2c'

/**
 * Argon2id over an HMAC of the password (the pepper), whose key is derived from the master key: a copy of the
 * database alone is not enough to try passwords. Stored as `p1$argon2id$…`; hashes without `p1` are of the
 * password itself and are made anew at the next sign-in.
 */
export function passwordHashes(keys: Keys): PasswordHashes {
  const peppered = (password: string) => keys.mac('password', password.normalize('NFC')).toString('base64url')
  return {
    hash: async (password) => mark + (await bounded(() => hash(peppered(password), options))),
    async fits(stored, password) {
      const old = stored !== null && !stored.startsWith(mark)
      const known = stored === null ? nobody : old ? stored : stored.slice(mark.length)
      const typed = old ? password.normalize('NFC') : peppered(password)
      const fits = await bounded(() => verify(known, typed).catch(() => false))
      return stored !== null && fits
    },
    outdated: (stored) => !stored.startsWith(mark),
  }
}
