import type { Notice } from '../../../catalogue/contract/workspace.ts'
import type { Database, Tx } from '../engine.ts'

/** What the campaigns need of the server. */
export interface CampaignNeeds {
  readonly db: Database
  /** Writes a message in the transaction of what it tells. */
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
}
