import type { Notice } from '../../../catalogue/contract/workspace.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ExportList } from '../../engine/exports/index.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'
import type { Log } from '../../platform/log/log.ts'

/** Bytes as they were kept. */
interface KeptBytes {
  readonly key: string
  readonly bytes: number
}

/** Store of the files, which are encrypted before they are written. */
export interface ExportStore {
  readonly write: (pieces: AsyncIterable<Buffer>) => Promise<KeptBytes>
  readonly read: (key: string, part?: { start: number; end: number }) => Promise<AsyncIterable<Buffer>>
  readonly remove: (key: string) => Promise<void>
  /** Keys of the files that are there and older than a day. */
  readonly old: () => Promise<readonly string[]>
}

export interface ExportNeeds {
  readonly db: Database
  readonly engine: Engine
  readonly keys: Keys
  readonly log: Log
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
  /** Every list of which something may be taken out. */
  readonly exportLists: () => readonly ExportList[]
  readonly exportStore: ExportStore
  /** Where the files of records are. */
  readonly fileStores: { readonly files: Pick<FileStore, 'read'> }
}

/** The page of what was taken out, with one of it. */
export const linkTo = (id: number, which: 'mine' | 'waiting' = 'mine'): string =>
  `/history/getHistory?tab=exports&which=${which}&id=${id}`
