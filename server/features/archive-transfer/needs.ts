import type { Actor } from '../../../catalogue/access/access.ts'
import type { Ground } from '../../engine/feature.ts'
import type { FileStore } from '../../platform/storage/file-store.ts'

/** A signed text with the public key that verifies it. */
export interface SignedText {
  /** Compact JWS (RFC 7515). */
  readonly jws: string
  /** Public key as JSON Web Key. */
  readonly key: object
}

/** Dependencies of the feature, from `app`. */
export interface TransferNeeds extends Pick<Ground, 'db' | 'engine' | 'keys' | 'log' | 'notify'> {
  /** Signs with the key of the portal's certificates. */
  readonly signText: (text: string) => Promise<SignedText>
  /** The printed form of a record as PDF; null where its type has none or it cannot be printed. */
  readonly recordPaper: (
    actor: Actor,
    record: { readonly type: string; readonly id: string; readonly ownerId: number },
  ) => Promise<Uint8Array | null>
  readonly fileStores: { readonly files: Pick<FileStore, 'read' | 'size'>; readonly transfers: FileStore }
}
