import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import type { SuiteName } from './suite.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Bytes that a sealed file is longer than what it holds, under either suite. */
export const sealBytes = nonceBytes + tagBytes

/** Before the key of a file that is sealed with SM4; a key without it is one of AES-256-GCM. */
const smMark = 'sm.'

/** A key for one file, with its suite. */
export const newFileKey = (suite: SuiteName): string =>
  `${suite === 'sm' ? smMark : ''}${randomBytes(32).toString('base64')}`

/** What is encrypted and proved with under SM4: each key serves one file, so that no counter comes again. */
function smKeysOf(fileKey: string) {
  const secret = Buffer.from(fileKey.slice(smMark.length), 'base64')
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sm3', secret, 'xingtan', purpose, bytes))
  return { encrypting: derive('file.sm4', 16), proving: derive('file.hmac-sm3', 32) }
}

/** The first counter of SM4 in CTR: the nonce, then four bytes that count from nought. */
const counterOf = (nonce: Buffer) => Buffer.concat([nonce, Buffer.alloc(4)])
const bytesOf = (piece: unknown) => (Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece)))

/** A file's bytes encrypted with its key: nonce, body, and the tag that proves it whole. */
export async function* sealedPieces(pieces: Readable, fileKey: string): AsyncGenerator<Buffer> {
  const nonce = randomBytes(nonceBytes)
  if (fileKey.startsWith(smMark)) {
    yield* smPieces(pieces, fileKey, nonce)
    return
  }
  const cipher = createCipheriv(algorithm, Buffer.from(fileKey, 'base64'), nonce)
  yield nonce
  for await (const piece of pieces) yield cipher.update(bytesOf(piece))
  yield cipher.final()
  yield cipher.getAuthTag()
}

async function* smPieces(pieces: Readable, fileKey: string, nonce: Buffer): AsyncGenerator<Buffer> {
  const { encrypting, proving } = smKeysOf(fileKey)
  const cipher = createCipheriv('sm4-ctr', encrypting, counterOf(nonce))
  const proof = createHmac('sm3', proving).update(nonce)
  yield nonce
  for await (const piece of pieces) {
    const sealed = cipher.update(bytesOf(piece))
    proof.update(sealed)
    yield sealed
  }
  yield proof.digest().subarray(0, tagBytes)
}

type Part = (part: { start: number; end: number }) => Promise<AsyncIterable<Buffer>>

async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** Throws where a byte of a file sealed with SM4 was changed: it is read once before it is decrypted. */
async function requireProof(body: AsyncIterable<Buffer>, proving: Buffer, nonce: Buffer, tag: Buffer) {
  const proof = createHmac('sm3', proving).update(nonce)
  for await (const piece of body) proof.update(piece)
  if (!timingSafeEqual(proof.digest().subarray(0, tagBytes), tag)) throw new Error('sealed file was altered')
}

/**
 * Decrypted stream of a file from `sealedPieces`. Where a byte was changed it fails: at its end, or before it
 * begins where the file is sealed with SM4.
 */
export async function openedFile(read: Part, bytes: number, fileKey: string): Promise<Readable> {
  const nonce = await wholeOf(await read({ start: 0, end: nonceBytes - 1 }))
  const tag = await wholeOf(await read({ start: bytes - tagBytes, end: bytes - 1 }))
  const within = { start: nonceBytes, end: bytes - tagBytes - 1 }
  const bodyOf = async () => (within.end < within.start ? Readable.from([]) : read(within))
  if (!fileKey.startsWith(smMark)) {
    const decipher = createDecipheriv(algorithm, Buffer.from(fileKey, 'base64'), nonce, {
      authTagLength: tagBytes,
    }).setAuthTag(tag)
    // Whoever takes the stream hears of its end and of its failure.
    return pipeline(Readable.from(await bodyOf()), decipher, () => undefined)
  }
  const { encrypting, proving } = smKeysOf(fileKey)
  await requireProof(await bodyOf(), proving, nonce, tag)
  const decipher = createDecipheriv('sm4-ctr', encrypting, counterOf(nonce))
  return pipeline(Readable.from(await bodyOf()), decipher, () => undefined)
}
