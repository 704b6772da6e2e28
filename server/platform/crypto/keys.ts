import { createHash, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto'
import {
  publicPemOf,
  sealingKeyFrom,
  signingKeyFrom,
  suiteNames,
  suiteOf,
  type SealingKey,
  type SuiteName,
} from './suite.ts'

/** Keys of one installation, all derived from the master key, each for one purpose. */
export interface Keys {
  /** The suite that everything new is written with; what either suite wrote is read. */
  readonly suite: SuiteName
  /**
   * Encrypts a text for one place; `place` is bound in, so that a ciphertext moved to another field or row
   * does not open.
   */
  seal(plain: string, place: string): string
  /**
   * Opens what `seal` made for the same place, with whichever key and suite; throws when it was altered or
   * moved, or the key is unknown.
   */
  open(sealed: string, place: string): string
  /**
   * Keyed equality index of a normalised value, for uniqueness without the value itself. It is written with
   * the suite in force; whoever searches asks for all of `blinds`.
   */
  blind(kind: string, value: string): string
  /** The indexes that a value may have: that of the suite in force first. */
  blinds(kind: string, value: string): readonly string[]
  /**
   * Keyed hash of any text under a purpose; 32 bytes. HMAC-SHA-256 under either suite: for links, tokens and
   * codes that end by themselves, and for names that must not change.
   */
  mac(purpose: string, text: string): Buffer
  /** The same with HMAC-SM3, under either suite: for what names its algorithm beside it. */
  macSm3(purpose: string, text: string): Buffer
  /** Keyed hash that is kept and names its suite: 32 bytes, or 33 where the first is the number of the suite. */
  stamp(purpose: string, text: string): Buffer
  /** Whether `stamp` of either suite made this for the same purpose and text. */
  stamps(purpose: string, text: string, stamp: Buffer): boolean
  /** Signature under a purpose that anybody verifies who has the public key; it names its suite. */
  sign(purpose: string, data: Buffer): string
  /** Whether `sign` of either suite made this for the same purpose and data. */
  verify(purpose: string, data: Buffer, signature: string): boolean
  /** The public key (PEM) of what the suite in force signs under a purpose. */
  publicKey(purpose: string): string
  /** Number of the key that seals now; it stands in each ciphertext. */
  kid(): number
  /** Adds a sealing key to those that open; an active one seals from now on. */
  learn(key: { kid: number; wrapped: string; active: boolean }): void
  /** A new random sealing key, encrypted under the master key, to be kept and learnt. */
  makeWrapped(kid: number): string
}

/** Purpose of the key that signs what leaves the portal and is verified elsewhere. */
export const signaturePurpose = 'portal'

/** The mark by which a stored form names its suite. What has none was stored before there were two. */
const marks: Readonly<Record<SuiteName, string>> = { intl: 'v1', sm: 'v2' }
const suiteMarked = (mark: string | undefined): SuiteName | undefined =>
  suiteNames.find((name) => marks[name] === mark)

/** Before a keyed hash of the suite of this number; those of the first suite have no such byte. */
const smByte = Buffer.from([2])

/** The key derived from the master key itself: no table holds it. */
const firstKid = 1

type BySuite<T> = Readonly<Record<SuiteName, T>>
const bySuite = <T>(make: (name: SuiteName) => T): BySuite<T> => ({ intl: make('intl'), sm: make('sm') })
type KeyLookup = (kid: number) => BySuite<SealingKey> | undefined

function encrypt(
  suite: SuiteName,
  key: BySuite<SealingKey>,
  kid: number,
  of: [plain: string, place: string],
) {
  const parts = suiteOf(suite).seal(key[suite], ...of)
  return [marks[suite], kid, ...parts.map((part) => part.toString('base64url'))].join('.')
}

function decrypt(keyOf: KeyLookup, sealed: string, place: string): string {
  const [mark, kid, ...parts] = sealed.split('.')
  const suite = suiteMarked(mark)
  if (suite === undefined) throw new Error('sealed value of an unknown version')
  const key = keyOf(Number(kid))
  if (!key) throw new Error(`sealed with key ${kid}, which is not known here`)
  const [nonce = Buffer.alloc(0), tag = nonce, body = nonce] = parts.map((part) =>
    Buffer.from(part, 'base64url'),
  )
  return suiteOf(suite).open(key[suite], [nonce, tag, body], place)
}

/** Number of the key a sealed value was made with. */
export const kidOf = (sealed: string): number => Number(sealed.split('.')[1])

/** Suite a sealed value was made with; undefined for a text that is none. */
export const suiteOfSealed = (sealed: string): SuiteName | undefined => suiteMarked(sealed.split('.')[0])

/** Suite a blind index was made with. */
export const suiteOfBlind = (blind: string): SuiteName => (blind.startsWith(`${marks.sm}.`) ? 'sm' : 'intl')

/** Suite a stamp was made with. */
export const suiteOfStamp = (stamp: Buffer): SuiteName => (stamp.length > 32 ? 'sm' : 'intl')

/**
 * Builds the keys from 32 bytes of master key; sealing keys made later are learnt (`server/engine/sealing`).
 * @param suite what new values are written with (CRYPTO_SUITE)
 */
export function keysFrom(master: Buffer, suite: SuiteName = 'intl'): Keys {
  const derived = bySuite((name) => (purpose: string) => suiteOf(name).derive(master, purpose))
  const secret = (purpose: string) => bySuite((name) => createSecretKey(derived[name](purpose)))
  const sealingFrom = (rootOf: (name: SuiteName) => Buffer) =>
    bySuite((name) => sealingKeyFrom(name, rootOf(name)))
  const sealing = new Map([[firstKid, sealingFrom((name) => derived[name](`seal.${firstKid}`))]])
  let current = firstKid
  const wrapping = sealingFrom((name) => derived[name]('wrap'))
  const blinding = secret('blind')
  const signing = secret('mac')
  const keyOf = (kid: number) => {
    const key = sealing.get(kid)
    if (!key) throw new Error(`sealing key ${kid} is not known here`)
    return key
  }
  return {
    suite,
    seal: (plain, place) => encrypt(suite, keyOf(current), current, [plain, place]),
    open: (sealed, place) => decrypt((kid) => sealing.get(kid), sealed, place),
    ...indexing(suite, blinding),
    ...stamping(suite, signing),
    ...signingWith(
      suite,
      bySuite((name) => derived[name]('sign')),
    ),
    kid: () => current,
    learn({ kid, wrapped, active }) {
      if (!sealing.has(kid)) {
        const root = Buffer.from(
          decrypt(() => wrapping, wrapped, `sealing-key|${kid}`),
          'base64',
        )
        sealing.set(
          kid,
          sealingFrom(() => root),
        )
      }
      if (active && kid > current) current = kid
    },
    makeWrapped: (kid) =>
      encrypt(suite, wrapping, 0, [randomBytes(32).toString('base64'), `sealing-key|${kid}`]),
  }
}

function indexing(suite: SuiteName, keys: BySuite<KeyObject>): Pick<Keys, 'blind' | 'blinds'> {
  const blindOf = (name: SuiteName, kind: string, value: string) => {
    const index = suiteOf(name).mac(keys[name], `${kind}\n${value}`).toString('base64url')
    return name === 'sm' ? `${marks.sm}.${index}` : index
  }
  const other: SuiteName = suite === 'sm' ? 'intl' : 'sm'
  return {
    blind: (kind, value) => blindOf(suite, kind, value),
    blinds: (kind, value) => [suite, other].map((name) => blindOf(name, kind, value)),
  }
}

function stamping(
  suite: SuiteName,
  keys: BySuite<KeyObject>,
): Pick<Keys, 'mac' | 'macSm3' | 'stamp' | 'stamps'> {
  const macOf = (name: SuiteName, purpose: string, text: string) =>
    suiteOf(name).mac(keys[name], `${purpose}\n${text}`)
  const stampOf = (name: SuiteName, purpose: string, text: string) =>
    name === 'sm' ? Buffer.concat([smByte, macOf(name, purpose, text)]) : macOf(name, purpose, text)
  return {
    mac: (purpose, text) => macOf('intl', purpose, text),
    macSm3: (purpose, text) => macOf('sm', purpose, text),
    stamp: (purpose, text) => stampOf(suite, purpose, text),
    stamps: (purpose, text, stamp) => sameSecret(stampOf(suiteOfStamp(stamp), purpose, text), stamp),
  }
}

function signingWith(
  suite: SuiteName,
  secrets: BySuite<Buffer>,
): Pick<Keys, 'sign' | 'verify' | 'publicKey'> {
  const keyOf = (name: SuiteName, purpose: string) => signingKeyFrom(name, secrets[name], purpose)
  return {
    sign: (purpose, data) =>
      `${marks[suite]}.${suiteOf(suite).sign(keyOf(suite, purpose), data).toString('base64url')}`,
    verify(purpose, data, signature) {
      const [mark, bytes = ''] = signature.split('.')
      const name = suiteMarked(mark)
      return (
        name !== undefined &&
        suiteOf(name).verify(publicPemOf(keyOf(name, purpose)), data, Buffer.from(bytes, 'base64url'))
      )
    },
    publicKey: (purpose) => publicPemOf(keyOf(suite, purpose)),
  }
}

/** Plain SHA-256, for values that are random already (tokens) and for file contents. */
export function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** Compares two secrets in a time that does not depend on where they differ. */
export function sameSecret(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
