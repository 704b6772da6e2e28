import type { ReadingChoice } from '../../../catalogue/contract/account/personal.ts'
import type { Ground } from '../../engine/feature.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'

/** Dependencies of the feature, from `app`. */
export interface CopyNeeds extends Pick<Ground, 'db' | 'engine' | 'keys' | 'log' | 'notify'> {
  /** Who read the archive of these numbers, the latest first, at most so many lines. */
  readonly readingsAbout: (
    personId: number,
    numbers: readonly number[],
    most: number,
  ) => Promise<readonly ReadingChoice[]>
  readonly fileStores: { readonly files: Pick<FileStore, 'read' | 'size'>; readonly copies: FileStore }
}
