import type { Keys } from '../../platform/crypto/keys.ts'
import type { CampaignNeeds } from '../campaigns/index.ts'
import type { Consequences } from './effects.ts'

/** What the processes need of the server. */
export interface CaseNeeds extends CampaignNeeds {
  readonly keys: Keys
  readonly consequences: Consequences
}
