import { hash, verify } from '@node-rs/argon2'
import { sameSecret, type Keys } from '../../platform/crypto/keys.ts'

/**
 * Argon2id, 19 MiB, 2 passes: about 60 ms. Few at a time, so that a flood of sign-ins cannot starve the
 * process.
 */
// 2 is Argon2id; the package's enum is const and cannot be imported under type stripping.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 4

let running = 0
const waiting: (() => void)[] = []

async function runFew<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** Hashes made before the pepper existed have no mark; those of `p1` are nobody's yet. */
const mark = 'p1'
const boundMark = 'p2'

/** Password hashing of this installation. */
export interface PasswordHashes {
  /** Hash of a password with its version, parameters and salt; to be bound to a person before it is kept. */
  readonly hash: (password: string) => Promise<string>
  /** The hash as it is kept: with a seal that holds for this person only. */
  readonly bound: (personId: number, hash: string) => string
  /** Whether a password fits a person's hash; without a hash the same work is done and the answer is no. */
  readonly fits: (stored: string | null, password: string, personId: number | undefined) => Promise<boolean>
  /** Whether a stored hash should be made anew as soon as its password is seen. */
  readonly outdated: (stored: string) => boolean
}

// A hash that no password fits, so that an unknown account costs the same time as a known one.
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$cGxhY2Vob2xkZXJzYWx0$VxTtqBvvBnoKqzA9AZ0vGm4YMQ9kKmMYxC1zQmZkJ2c'

/** A kept hash in parts; `holds` says whether the seal is that of the person. */
function partsOf(stored: string | null, holds: (plain: string, seal: string) => boolean) {
  if (stored === null) return { known: nobody, isPeppered: true, isTheirs: false }
  if (stored.startsWith(mark)) return { known: stored.slice(mark.length), isPeppered: true, isTheirs: true }
  const start = stored.indexOf('$')
  if (!stored.startsWith(`${boundMark}.`)) return { known: stored, isPeppered: false, isTheirs: true }
  const [seal, plain] = [stored.slice(boundMark.length + 1, start), stored.slice(start)]
  return { known: plain, isPeppered: true, isTheirs: holds(plain, seal) }
}

/**
 * Argon2id over an HMAC of the password (the pepper), whose key is derived from the master key: a copy of the
 * database alone is not enough to try passwords. Kept as `p2.<seal>$argon2id$…`, whose seal is a MAC of the
 * person's number and the hash: copied into the row of somebody else it fits nobody. Hashes of `p1` have no
 * seal, those without a mark are of the password itself; both are made anew at the next sign-in.
 */
export function passwordHashes(keys: Keys): PasswordHashes {
  const sealOf = (personId: number, plain: string) =>
    keys.mac('password-of', `${personId}|${plain}`).toString('base64url')
  const peppered = (password: string) => keys.mac('password', password.normalize('NFC')).toString('base64url')
  return {
    hash: async (password) => mark + (await runFew(() => hash(peppered(password), options))),
    bound: (personId, hashed) => {
      const plain = hashed.slice(mark.length)
      return `${boundMark}.${sealOf(personId, plain)}${plain}`
    },
    async fits(stored, password, personId) {
      const { known, isPeppered, isTheirs } = partsOf(stored, (plain, seal) =>
        sameSecret(Buffer.from(sealOf(personId ?? 0, plain)), Buffer.from(seal)),
      )
      const typed = isPeppered ? peppered(password) : password.normalize('NFC')
      // The same work for a copied hash, so that the time tells nothing.
      const fits = await runFew(() => verify(known, typed).catch(() => false))
      return isTheirs && fits
    },
    outdated: (stored) => !stored.startsWith(`${boundMark}.`),
  }
}
