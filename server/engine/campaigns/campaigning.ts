import type { Notice } from '../../../catalogue/contract/workspace.ts'
import type { Database, Tx } from '../engine.ts'
import type { CampaignRow } from './campaign.ts'
import type { LeadOfficesOf } from './lead.ts'

/** What the campaigns need of the server. */
export interface CampaignNeeds {
  readonly db: Database
  /** Writes a message in the transaction of what it tells. */
  readonly notify: (tx: Tx, notice: Notice) => Promise<void>
  readonly places: PlaceKeeper
  /** In whose name a person may hold campaigns today. */
  readonly standings: LeadOfficesOf
}

/** Who keeps the places of a campaign; both in the transaction of what happens. */
export interface PlaceKeeper {
  /** Hears of every move, with what the campaign says and the state it comes to. */
  readonly moved: (tx: Tx, campaign: CampaignRow, to: string) => Promise<void>
  /** Takes unused places back. Returns how many. */
  readonly returned: (tx: Tx, campaign: CampaignRow) => Promise<number>
}
