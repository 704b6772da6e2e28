import { join } from 'node:path'
import { StartError } from '../lifecycle/start-error.ts'
import { fileStore, type FileStore } from './file-store.ts'
import { patienceOf, type Patience } from './patient-fetch.ts'
import { storageAt } from './place.ts'
import type { S3Account } from './s3.ts'
import { StorageError } from './storage.ts'

/**
 * Rooms of files, below DATA_DIR and below the bucket's prefix alike: uploads, what is imported, what was
 * taken out of lists, parts of uploads that are not finished, packs of chapters, copies of what is held about
 * a person, packages for the archive.
 */
export const rooms = ['files', 'imports', 'exports', 'parts', 'packs', 'copies', 'transfers'] as const
export type Room = (typeof rooms)[number]

/** The settings about files. */
export interface FilesPlace {
  readonly dataDir: string
  readonly keepFree: number
  /** s3://bucket/prefix for new files; DATA_DIR unless given. */
  readonly filesIn: string | undefined
  /** s3://bucket/prefix where files lay before, and may lie still. */
  readonly filesBefore: string | undefined
  readonly s3: S3Account | undefined
}

export type FileStores = Readonly<Record<Room, FileStore>>

/** The stores of all rooms. Throws StorageError where places and account do not go together. */
export function fileStores(
  place: FilesPlace,
  { patience = patienceOf.portal, onFault = () => {} }: StoreOptions = {},
): FileStores {
  const { dataDir, filesIn, filesBefore, s3, keepFree } = place
  const below = (bucket: string | undefined, room: Room) =>
    bucket === undefined ? undefined : storageAt(`${bucket.replace(/\/$/, '')}/${room}`, s3, patience)
  const storeOf = (room: Room) =>
    fileStore(join(dataDir, room), {
      keepFree: room === 'imports' ? 0 : keepFree,
      bucket: below(filesIn, room),
      before: below(filesBefore, room),
      onFault,
    })
  return {
    files: storeOf('files'),
    imports: storeOf('imports'),
    exports: storeOf('exports'),
    parts: storeOf('parts'),
    packs: storeOf('packs'),
    copies: storeOf('copies'),
    transfers: storeOf('transfers'),
  }
}

/** The stores of a data folder that has no bucket. */
export const storesIn = (dataDir: string): FileStores =>
  fileStores({ dataDir, keepFree: 0, filesIn: undefined, filesBefore: undefined, s3: undefined })

interface StoreOptions {
  readonly patience?: Patience
  readonly onFault?: (fault: StorageError) => void
}

/**
 * Finds out at start whether the bucket takes the account. Throws StartError where it does not; a bucket that
 * is away for the moment keeps nobody from everything else: its fault is answered.
 */
export async function prepareFiles({ files }: FileStores): Promise<StorageError | null> {
  if (files.sources.length === 0) return null
  try {
    for (const place of [files.target, ...files.sources]) await place.prepare()
    return null
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (error.kind === 'refused') throw new StartError(`文件的存储不能用：${error.message}`)
    return error
  }
}

/** Milliseconds for which the state of the storage is cached: /ready is asked often. */
const believedMs = 10_000

/** Says in a sentence that the bucket does not answer, null where it does or where there is none. */
export function storageNotice({ files }: FileStores): () => Promise<string | null> {
  let last: { readonly at: number; readonly notice: Promise<string | null> } | undefined
  const ask = () =>
    Promise.all([files.target, ...files.sources].map((place) => place.prepare())).then(
      () => null,
      () => '文件的存储没有应答：已有的文件可能打不开，新的存不下',
    )
  return async () => {
    if (files.sources.length === 0) return null
    if (last === undefined || Date.now() - last.at > believedMs) last = { at: Date.now(), notice: ask() }
    return last.notice
  }
}
