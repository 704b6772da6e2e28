import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  KeyObject,
  sign as nodeSign,
  timingSafeEqual,
  verify as nodeVerify,
} from 'node:crypto'
import { fewRandomBytes } from './random.ts'
import { signedBySm2, sm2KeyOf, sm2PublicPem, verifiedBySm2, type Sm2Key } from './sm2.ts'

/** International algorithms, or those of the State Cryptography Administration (GB/T 32905, 32907, 32918). */
export const suiteNames = ['intl', 'sm'] as const
export type SuiteName = (typeof suiteNames)[number]

/** Keys that seal: one of AES-256-GCM, or two apart for SM4 and its HMAC. */
export interface SealingKey {
  readonly encrypting: KeyObject
  readonly proving: KeyObject
}

/** Nonce, proof and body of a sealed text. */
export type SealedParts = readonly [nonce: Buffer, tag: Buffer, body: Buffer]

/** A private key that signs, by its suite. */
export type SigningKey =
  | { readonly suite: 'intl'; readonly key: KeyObject }
  | { readonly suite: 'sm'; readonly key: Sm2Key }

/** The seven functions of a suite of algorithms (docs/decisions/0285). */
export interface Suite {
  readonly name: SuiteName
  /** A key of `bytes` for one purpose, by HKDF. */
  derive(secret: Buffer, purpose: string, bytes?: number): Buffer
  /** Encrypts and proves a text, bound to its place. */
  seal(key: SealingKey, plain: string, place: string): SealedParts
  /** Opens what `seal` made; throws before anything is decrypted where the proof does not fit. */
  open(key: SealingKey, parts: SealedParts, place: string): string
  /** Keyed hash, 32 bytes. */
  mac(key: KeyObject, text: string): Buffer
  /** Hash, 32 bytes. */
  hash(data: string | Buffer): Buffer
  /** Signature: Ed25519, or SM2 with SM3 in DER. Throws TypeError for a key of another suite. */
  sign(key: SigningKey, data: Buffer): Buffer
  /** Whether the signature is that of the holder of this public key (PEM). */
  verify(publicPem: string, data: Buffer, signature: Buffer): boolean
}

const derived = (digest: 'sha256' | 'sm3') => (secret: Buffer, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync(digest, secret, 'xingtan', purpose, bytes))
const macOf = (digest: 'sha256' | 'sm3') => (key: KeyObject, text: string) =>
  createHmac(digest, key).update(text).digest()
const hashOf = (digest: 'sha256' | 'sm3') => (data: string | Buffer) =>
  createHash(digest).update(data).digest()

const intl: Suite = {
  name: 'intl',
  derive: (secret, purpose, bytes = 32) => derived('sha256')(secret, purpose, bytes),
  seal({ encrypting }, plain, place) {
    const nonce = fewRandomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', encrypting, nonce).setAAD(Buffer.from(place))
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return [nonce, cipher.getAuthTag(), body]
  },
  open({ encrypting }, [nonce, tag, body], place) {
    // Without the length node takes tags of four bytes, too, which can be guessed.
    const decipher = createDecipheriv('aes-256-gcm', encrypting, nonce, { authTagLength: 16 })
      .setAAD(Buffer.from(place))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  },
  mac: macOf('sha256'),
  hash: hashOf('sha256'),
  sign(key, data) {
    if (key.suite !== 'intl' || key.key.asymmetricKeyType !== 'ed25519')
      throw new TypeError('not an Ed25519 key')
    return nodeSign(null, data, key.key)
  },
  verify(publicPem, data, signature) {
    const key = createPublicKey(publicPem)
    return key.asymmetricKeyType === 'ed25519' && nodeVerify(null, data, key, signature)
  },
}

/** What the proof of a text sealed with SM4 covers: the length keeps place and ciphertext apart. */
function smProof({ proving }: SealingKey, nonce: Buffer, body: Buffer, place: string): Buffer {
  const bound = Buffer.from(place)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bound.length)
  return createHmac('sm3', proving).update(length).update(bound).update(nonce).update(body).digest()
}

// OpenSSL as node has it knows SM4 in CTR, not in GCM or CCM: encrypted first, then proved.
const sm: Suite = {
  name: 'sm',
  derive: (secret, purpose, bytes = 32) => derived('sm3')(secret, purpose, bytes),
  seal(key, plain, place) {
    const nonce = fewRandomBytes(16)
    const cipher = createCipheriv('sm4-ctr', key.encrypting, nonce)
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
    return [nonce, smProof(key, nonce, body, place), body]
  },
  open(key, [nonce, tag, body], place) {
    const proof = smProof(key, nonce, body, place)
    if (tag.length !== proof.length || !timingSafeEqual(tag, proof))
      throw new Error('sealed value was altered or moved')
    const decipher = createDecipheriv('sm4-ctr', key.encrypting, nonce)
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
  },
  mac: macOf('sm3'),
  hash: hashOf('sm3'),
  sign(key, data) {
    // An `ec` key of node signs ECDSA on the curve of SM2, which nobody who verifies SM2 takes.
    if (key.key instanceof KeyObject || key.suite !== 'sm') throw new TypeError('not an SM2 key')
    return signedBySm2(key.key, data)
  },
  verify: verifiedBySm2,
}

const suites: Readonly<Record<SuiteName, Suite>> = { intl, sm }

export const suiteOf = (name: SuiteName): Suite => suites[name]

/** The keys that seal, from the 32 bytes of a sealing key. */
export function sealingKeyFrom(name: SuiteName, root: Buffer): SealingKey {
  if (name === 'intl') {
    const encrypting = createSecretKey(root)
    return { encrypting, proving: encrypting }
  }
  return {
    encrypting: createSecretKey(sm.derive(root, 'seal.sm4', 16)),
    proving: createSecretKey(sm.derive(root, 'seal.hmac-sm3')),
  }
}

/** PKCS #8 of an Ed25519 key before its 32 bytes (RFC 8410). */
const ed25519Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key that signs for one purpose, always the same one of a secret. */
export function signingKeyFrom(name: SuiteName, secret: Buffer, purpose: string): SigningKey {
  // Eight bytes more than the order has, so that the remainder favours no number.
  if (name === 'sm') return { suite: 'sm', key: sm2KeyOf(sm.derive(secret, `sign.${purpose}`, 40)) }
  const der = Buffer.concat([ed25519Head, intl.derive(secret, `sign.${purpose}`)])
  return { suite: 'intl', key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }
}

/** The public half as PEM (SubjectPublicKeyInfo), which other programs read. */
export const publicPemOf = (key: SigningKey): string =>
  key.suite === 'sm'
    ? sm2PublicPem(key.key)
    : createPublicKey(key.key).export({ type: 'spki', format: 'pem' }).toString()
