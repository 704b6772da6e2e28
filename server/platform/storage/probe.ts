import { randomBytes } from 'node:crypto'
import { AppError } from '../../../catalogue/errors.ts'
import type { FileStore } from './file-store.ts'

/**
 * Writes a few bytes into a store, reads them and removes them; answers what is wrong in a sentence, null for
 * nothing.
 */
export async function probe(store: FileStore): Promise<string | null> {
  const bytes = randomBytes(64)
  try {
    const { key } = await store.write([bytes])
    try {
      const read = await store.readWhole(key)
      return read.equals(bytes) ? null : '读出的内容与写入的不一致'
    } finally {
      await store.remove(key)
    }
  } catch (error) {
    return error instanceof AppError ? error.message : '写不进去或读不出来，请由运维检查磁盘和权限'
  }
}
