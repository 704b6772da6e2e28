import type { Readable } from 'node:stream'
import { AppError } from '../../../catalogue/errors.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { readFilm } from '../../platform/recordings/mp4.ts'
import { storedSource } from '../../platform/recordings/stored-source.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import { keepRecording } from './keep-recording.ts'
import { recordFile } from './store.ts'

/** Most bytes of a film: the column of a file holds no more. Three hours at 1.5 Mbit/s. */
const mostBytes = 2 * 1024 ** 3 - 1

async function* within(coming: Readable): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const piece of coming) {
    bytes += (piece as Buffer).length
    if (bytes > mostBytes) throw new AppError('tooLarge', { message: '录像超过 2 GB，请在直播服务器上分段' })
    yield piece as Buffer
  }
}

/** A film that was kept; `seconds` is null where the film does not say how long it is. */
export interface KeptFilm {
  readonly id: string
  readonly seconds: number | null
}

/**
 * Keeps an mp4 that the portal fetched itself as a file of an identity.
 * @throws AppError `fileType` where browsers cannot play it, `tooLarge`, `noSpace`
 */
export async function keepFilm(
  { db, store }: { readonly db: Database; readonly store: FileStore },
  identityId: number,
  name: string,
  coming: Readable,
): Promise<KeptFilm> {
  await store.expectRoom(mostBytes / 8)
  const kept = await keepRecording(store, 'video/mp4', within(coming), undefined)
  const film = await readFilm(storedSource(store, kept))
  const { id } = await recordFile(db, store, { identityId }, { ...kept, name, mime: 'video/mp4' })
  return { id, seconds: film?.facts.ms == null ? null : Math.floor(film.facts.ms / 1_000) }
}

/**
 * The same file as one of another identity, which may then put it into what it writes. An identity's own file
 * stays the one that it is.
 */
export async function fileFor(db: Queryable, fileId: string, identityId: number): Promise<string> {
  const { by } = await db.one<{ by: number }>(sql`select by_identity as by from file where id = ${fileId}`)
  if (by === identityId) return fileId
  const id = uuidv7()
  await db.execute(sql`
    insert into file (id, sha256, bytes, mime, name, storage_key, by_identity)
    select ${id}, f.sha256, f.bytes, f.mime, f.name, f.storage_key, ${identityId} from file f where f.id = ${fileId}`)
  return id
}
