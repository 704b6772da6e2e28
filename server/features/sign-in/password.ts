import { hash, verify } from '@node-rs/argon2'
import type { Keys } from '../../platform/crypto/keys.ts'
import { fitsSm3, hasFewRounds, isSm3Hash, nobodysSm3, sm3Hash } from './pbkdf2-sm3.ts'

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
function partsOf(stored: string | null, unknown: string, holds: (plain: string, seal: string) => boolean) {
  if (stored === null) return { known: unknown, isPeppered: true, isTheirs: false }
  if (stored.startsWith(mark)) return { known: stored.slice(mark.length), isPeppered: true, isTheirs: true }
  const start = stored.indexOf('$')
  if (!stored.startsWith(`${boundMark}.`)) return { known: stored, isPeppered: false, isTheirs: true }
  const [seal, plain] = [stored.slice(boundMark.length + 1, start), stored.slice(start)]
  return { known: plain, isPeppered: true, isTheirs: holds(plain, seal) }
}

/** Algorithm of a kept hash: what follows its seal names it. */
const isOfSuite = (suite: Keys['suite'], plain: string): boolean =>
  suite === 'sm' ? isSm3Hash(plain) && !hasFewRounds(plain) : !isSm3Hash(plain)

/**
 * A slow hash over an HMAC of the password (the pepper), whose key is derived from the master key: a copy of
 * the database alone is not enough to try passwords. Kept as `p2.<seal>$argon2id$…` or, under the suite `sm`,
 * `p2.<seal>$pbkdf2-sm3$…`; the seal is a stamp of the person's number and the hash: copied into the row of
 * somebody else it fits nobody. Hashes of `p1` have no seal, those without a mark are of the password itself.
 * Both, and those of the other suite, are made anew at the next sign-in.
 */
export function passwordHashes(keys: Keys): PasswordHashes {
  const sealText = (personId: number, plain: string) => `${personId}|${plain}`
  const normal = (password: string) => password.normalize('NFC')
  const peppered = (password: string) => keys.mac('password', normal(password)).toString('base64url')
  const pepperedSm3 = (password: string) => keys.macSm3('password', normal(password)).toString('base64url')
  const isRight = (known: string, typed: { password: string; isPeppered: boolean }) =>
    isSm3Hash(known)
      ? fitsSm3(known, pepperedSm3(typed.password))
      : verify(known, typed.isPeppered ? peppered(typed.password) : normal(typed.password))
  return {
    hash: async (password) =>
      mark +
      (await runFew(() =>
        keys.suite === 'sm' ? sm3Hash(pepperedSm3(password)) : hash(peppered(password), options),
      )),
    bound: (personId, hashed) => {
      const plain = hashed.slice(mark.length)
      return `${boundMark}.${keys.stamp('password-of', sealText(personId, plain)).toString('base64url')}${plain}`
    },
    async fits(stored, password, personId) {
      const unknown = keys.suite === 'sm' ? nobodysSm3 : nobody
      const { known, isPeppered, isTheirs } = partsOf(stored, unknown, (plain, seal) =>
        keys.stamps('password-of', sealText(personId ?? 0, plain), Buffer.from(seal, 'base64url')),
      )
      // The same work for a copied hash, so that the time tells nothing.
      const fits = await runFew(() => isRight(known, { password, isPeppered }).catch(() => false))
      // Nor does it tell that the account exists and has not signed in since the suite was changed.
      if (!fits && keys.suite === 'sm' && !isSm3Hash(known))
        await runFew(() => fitsSm3(nobodysSm3, pepperedSm3(password)))
      return isTheirs && fits
    },
    outdated: (stored) => {
      const plain = stored.slice(stored.indexOf('$'))
      return !stored.startsWith(`${boundMark}.`) || !isOfSuite(keys.suite, plain)
    },
  }
}
