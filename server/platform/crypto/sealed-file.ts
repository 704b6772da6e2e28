import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Bytes that a sealed file is longer than what it holds. */
export const sealBytes = nonceBytes + tagBytes

export const newFileKey = (): string => randomBytes(32).toString('base64')

/** A file's bytes encrypted with its key: nonce, body, and the tag that proves it whole. */
export async function* sealedPieces(pieces: Readable, fileKey: string): AsyncGenerator<Buffer> {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, Buffer.from(fileKey, 'base64'), nonce)
  yield nonce
  for await (const piece of pieces) yield cipher.update(Buffer.isBuffer(piece) ? piece : String(piece))
  yield cipher.final()
  yield cipher.getAuthTag()
}

type Part = (part: { start: number; end: number }) => Promise<AsyncIterable<Buffer>>

async function wholeOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

/** Decrypted stream of a file from `sealedPieces`; fails at the end if a byte was changed. */
export async function openedFile(read: Part, bytes: number, fileKey: string): Promise<Readable> {
  const nonce = await wholeOf(await read({ start: 0, end: nonceBytes - 1 }))
  const tag = await wholeOf(await read({ start: bytes - tagBytes, end: bytes - 1 }))
  const decipher = createDecipheriv(algorithm, Buffer.from(fileKey, 'base64'), nonce).setAuthTag(tag)
  const body = Readable.from(await read({ start: nonceBytes, end: bytes - tagBytes - 1 }))
  // Whoever takes the stream hears of its end and of its failure.
  return pipeline(body, decipher, () => undefined)
}
