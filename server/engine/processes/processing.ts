import type { Notice } from '../../../catalogue/contract/workspace.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { Database, Tx } from '../engine.ts'
import type { Consequences } from './effects.ts'

/** What the processes need of the server. */
export interface CaseNeeds {
  readonly db: Database
  readonly keys: Keys
  readonly consequences: Consequences
  /** Pinyin sort form of a name: surname readings first. */
  /** Writes a message in the transaction of what it tells. */
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
}
