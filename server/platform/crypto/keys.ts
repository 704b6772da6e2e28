import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { fewRandomBytes } from './random.ts'

/** Keys of one installation, all derived from the master key, each for one purpose. */
export interface Keys {
  /**
   * Encrypts a text for one place; `place` is bound in, so that a ciphertext moved to another field or row
   * does not open.
   */
  seal(plain: string, place: string): string
  /**
   * Opens what `seal` made for the same place, with whichever key; throws when it was altered or moved, or
   * the key is unknown.
   */
  open(sealed: string, place: string): string
  /** Keyed equality index of a normalised value, for exact search and uniqueness without the value itself. */
  blind(kind: string, value: string): string
  /** Keyed hash of any text under a purpose; 32 bytes. */
  mac(purpose: string, text: string): Buffer
  /** Number of the key that seals now; it stands in each ciphertext. */
  kid(): number
  /** Adds a sealing key to those that open; an active one seals from now on. */
  learn(key: { kid: number; wrapped: string; active: boolean }): void
  /** A new random sealing key, encrypted under the master key, to be kept and learnt. */
  makeWrapped(kid: number): string
}

const version = 'v1'
/** The key derived from the master key itself: no table holds it. */
const firstKid = 1

function encrypt(key: KeyObject, kid: number, plain: string, place: string): string {
  const nonce = fewRandomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return [version, kid, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join(
    '.',
  )
}

function decrypt(keyOf: (kid: number) => KeyObject | undefined, sealed: string, place: string): string {
  const [seen, kid, nonce = '', tag = '', body = ''] = sealed.split('.')
  if (seen !== version) throw new Error('sealed value of an unknown version')
  const key = keyOf(Number(kid))
  if (!key) throw new Error(`sealed with key ${kid}, which is not known here`)
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'))
    .setAAD(Buffer.from(place))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8')
}

/** Number of the key a sealed value was made with. */
export const kidOf = (sealed: string): number => Number(sealed.split('.')[1])

/**
 * Builds the keys from 32 bytes of master key; sealing keys made later are learnt (`server/engine/sealing`).
 */
export function keysFrom(master: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'xingtan', purpose, 32))
  const sealing = new Map([[firstKid, createSecretKey(derive(`seal.${firstKid}`))]])
  let current = firstKid
  const wrapping = createSecretKey(derive('wrap'))
  const blinding = createSecretKey(derive('blind'))
  const signing = createSecretKey(derive('mac'))
  const keyOf = (kid: number) => {
    const key = sealing.get(kid)
    if (!key) throw new Error(`sealing key ${kid} is not known here`)
    return key
  }
  return {
    seal: (plain, place) => encrypt(keyOf(current), current, plain, place),
    open: (sealed, place) => decrypt((kid) => sealing.get(kid), sealed, place),
    blind: (kind, value) => createHmac('sha256', blinding).update(`${kind}\n${value}`).digest('base64url'),
    mac: (purpose, text) => createHmac('sha256', signing).update(`${purpose}\n${text}`).digest(),
    kid: () => current,
    learn({ kid, wrapped, active }) {
      if (!sealing.has(kid))
        sealing.set(
          kid,
          createSecretKey(
            Buffer.from(
              decrypt(() => wrapping, wrapped, `sealing-key|${kid}`),
              'base64',
            ),
          ),
        )
      if (active && kid > current) current = kid
    },
    makeWrapped: (kid) => encrypt(wrapping, 0, randomBytes(32).toString('base64'), `sealing-key|${kid}`),
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
