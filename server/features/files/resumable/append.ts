import { createHash } from 'node:crypto'
import { AppError } from '../../../../catalogue/errors.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { FileStore } from '../../../platform/storage/file-store.ts'
import { recordPart, type ResumableUpload } from './uploads.ts'

/** Bytes that are stored as one part where the sender gives no checksum: so much a broken line can cost. */
const partBytes = 8 * 1024 * 1024

/** Digest of the bytes of one request, as its sender worked it out. */
export interface Checksum {
  readonly algorithm: 'sha1' | 'sha256'
  readonly digest: Buffer
}

/** The bytes of a request; a line that breaks ends them. */
export class RequestBytes {
  /** What was read beforehand. */
  readonly #ahead: Buffer[] = []
  #hasEnded = false
  readonly #pieces: AsyncIterator<Buffer>
  #left: number

  /** @param most bytes that may still come; more are refused with 413 */
  constructor(pieces: AsyncIterable<Buffer>, most: number) {
    this.#pieces = pieces[Symbol.asyncIterator]()
    this.#left = most
  }

  async #next(): Promise<Buffer | null> {
    const ahead = this.#ahead.shift()
    if (ahead) return ahead
    if (this.#hasEnded) return null
    const next = await this.#pieces.next().catch(() => null)
    if (next !== null && next.done !== true) return this.#judged(next.value)
    this.#hasEnded = true
    return null
  }

  get isOver(): boolean {
    return this.#hasEnded && this.#ahead.length === 0
  }

  #judged(piece: Buffer): Buffer {
    this.#left -= piece.length
    if (this.#left < 0) throw new AppError('tooLarge', { message: '传来的内容比说好的长度多' })
    return piece
  }

  /** The first bytes, up to `most` or a little more; they are read again afterwards. */
  async peek(most: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let bytes = 0; bytes < most;) {
      const piece = await this.#next()
      if (piece === null) break
      pieces.push(piece)
      bytes += piece.length
    }
    this.#ahead.unshift(...pieces)
    return Buffer.concat(pieces)
  }

  /** The next pieces, `most` bytes or a little more. */
  async *upTo(most: number): AsyncGenerator<Buffer> {
    for (let bytes = 0; bytes < most;) {
      const piece = await this.#next()
      if (piece === null) return
      bytes += piece.length
      yield piece
    }
  }
}

/**
 * Stores the bytes of a request behind those of the upload, part by part. What came before the line broke
 * stays, unless a checksum is to be compared with all of it.
 * @returns how many bytes of the upload are stored now
 * @throws AppError `checksum`, `stale`, `tooLarge`
 */
export async function append(
  { db, store }: { readonly db: Database; readonly store: FileStore },
  { id, received }: ResumableUpload,
  incoming: RequestBytes,
  checksum: Checksum | null,
): Promise<number> {
  let start = received
  while (!incoming.isOver) {
    const kept = checksum
      ? await keepChecked(store, incoming, checksum)
      : await store.write(incoming.upTo(partBytes))
    if (kept.bytes === 0) await store.remove(kept.key)
    else await recordPart(db, store, { id, start }, kept)
    start += kept.bytes
  }
  return start
}

async function keepChecked(store: FileStore, incoming: RequestBytes, { algorithm, digest }: Checksum) {
  const hash = createHash(algorithm)
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const piece of incoming.upTo(Number.POSITIVE_INFINITY)) {
      hash.update(piece)
      yield piece
    }
  }
  const kept = await store.write(hashed())
  if (hash.digest().equals(digest)) return kept
  await store.remove(kept.key)
  throw new AppError('checksum')
}
