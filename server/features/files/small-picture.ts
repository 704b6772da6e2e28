import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import sharp from 'sharp'
import { AppError } from '../../../catalogue/errors.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { FileRow } from './store.ts'

/** Pixels of a small copy: twice what a list shows, for fine screens. */
const size = { width: 144, height: 96 }

/**
 * Sends a small copy of a picture, about 2 kB, for lists that show many: made once and kept beside it. What is
 * no picture has none.
 */
export async function sendSmallPicture(reply: FastifyReply, store: FileStore, file: FileRow) {
  if (!file.mime.startsWith('image/')) throw new AppError('missing')
  const key = `${file.storage_key}.small`
  if ((await store.size(key)) === null) await makeSmall(store, file.storage_key, key)
  const bytes = (await store.size(key)) ?? 0
  const about = { name: `${file.name}.webp`, mime: 'image/webp', bytes, caching: 'private, max-age=86400' }
  return sendFile(reply, { ...about, read: (part) => store.read(key, part) }, 'inline', undefined)
}

async function makeSmall(store: FileStore, from: string, to: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'small-'))
  const path = join(folder, 'small.webp')
  try {
    await store.withFile(from, (source) =>
      sharp(source, { limitInputPixels: 40_000_000 })
        .rotate()
        .resize({ ...size, fit: 'cover' })
        .webp({ quality: 70 })
        .toFile(path)
        .catch(() => Promise.reject(new AppError('missing'))),
    )
    await store.keepMade(to, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
