import { buffer } from 'node:stream/consumers'
import type { FileStore, KeptFile } from '../storage/file-store.ts'
import type { ByteSource } from './boxes.ts'

/** Reads stored bytes by ranges. */
export function storedSource(store: FileStore, { key, bytes }: Pick<KeptFile, 'key' | 'bytes'>): ByteSource {
  async function* stream(start: number, end: number): AsyncGenerator<Buffer> {
    if (start >= end) return
    for await (const piece of await store.read(key, { start, end: end - 1 })) yield piece as Buffer
  }
  return { bytes, stream, read: (start, end) => buffer(stream(start, end)) }
}
