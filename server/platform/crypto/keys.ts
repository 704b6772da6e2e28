import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Keys of one installation, all derived from the master key, each for one purpose. */
export interface Keys {
  /** Encrypts a text for one place; `place` is bound in, so that a ciphertext moved to another field or row does not open. */
  seal(plain: string, place: string): string
  /** Opens what `seal` made for the same place; throws when it was altered or moved. */
  open(sealed: string, place: string): string
  /** Keyed equality index of a normalised value, for exact search and uniqueness without the value itself. */
  blind(kind: string, value: string): string
  /** Keyed hash of any text under a purpose; 32 bytes. */
  mac(purpose: string, text: string): Buffer
}

const version = 'v1'

/** Builds the keys from 32 bytes of master key. `kid` names the key in each ciphertext, so that keys can be rotated. */
export function keysFrom(master: Buffer, kid = '1'): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'xingtan', purpose, 32))
  const sealing = derive(`seal.${kid}`)
  const blinding = derive('blind')
  const signing = derive('mac')
  return {
    seal(plain, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        version,
        kid,
        ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url')),
      ].join('.')
    },
    open(sealed, place) {
      const [seen, , nonce = '', tag = '', body = ''] = sealed.split('.')
      if (seen !== version) throw new Error('sealed value of an unknown version')
      const decipher = createDecipheriv('aes-256-gcm', sealing, Buffer.from(nonce, 'base64url'))
        .setAAD(Buffer.from(place))
        .setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString(
        'utf8',
      )
    },
    blind: (kind, value) => createHmac('sha256', blinding).update(`${kind}\n${value}`).digest('base64url'),
    mac: (purpose, text) => createHmac('sha256', signing).update(`${purpose}\n${text}`).digest(),
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

/** An opaque random token of 256 bits. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}
