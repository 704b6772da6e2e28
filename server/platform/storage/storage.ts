import type { Readable } from 'node:stream'
import type { Pieces } from './pieces.ts'

/** First and last byte, both included. */
export interface Part {
  readonly start: number
  readonly end: number
}

/** An object of a list. */
export interface StoredObject {
  readonly key: string
  readonly bytes: number
  readonly modified: Date
}

/** Bytes that were written. */
export interface WrittenObject {
  readonly bytes: number
  readonly sha256: Buffer
}

/**
 * A place that keeps objects under keys (`a/b/c`): a folder, or a bucket that speaks the S3 protocol. An
 * object is whole or it is not there. Everything throws StorageError.
 */
export interface ObjectStorage {
  /** As people write it: a path, or s3://bucket/prefix. */
  readonly place: string
  /** Finds out whether the place can be used; a folder is made. */
  prepare(): Promise<void>
  /**
   * Writes an object piece by piece, in place of an older one; what ends with an error leaves nothing behind.
   */
  put(key: string, pieces: Pieces): Promise<WrittenObject>
  /** Bytes of an object. Throws StorageError of kind `missing` where there is none. */
  read(key: string, part?: Part): Promise<Readable>
  /** Length in bytes, null where there is none. */
  size(key: string): Promise<number | null>
  /** All objects whose keys begin so, by key. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Removing what is not there is no fault. */
  remove(key: string): Promise<void>
}

/** A storage operation failed; the message is a Chinese sentence. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly kind: 'missing' | 'refused' | 'full' | 'failed'

  constructor(kind: StorageError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

export const isMissing = (error: unknown): boolean =>
  error instanceof StorageError && error.kind === 'missing'
