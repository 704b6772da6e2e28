import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import type { AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import { campaignCalled } from './use-campaigns.ts'

/** Where notices of one kind stand: on a page of their own, or in a tab of the page of their entries. */
export interface CampaignPlace {
  readonly definition: AnyCampaign
  readonly list: string
  /** Whether it is a tab. */
  readonly isTab: boolean
  /** The address with something more to say. */
  readonly at: (query: string) => string
}

/** The tab that holds the notices of declarations. */
export const noticesTab = 'declareBatch' as const

export function placeOf({ path, feature, tabs = [] }: PageEntry): CampaignPlace {
  const definition = campaignCalled(feature)
  const isTab = tabs.some(({ key }) => key === definition.name)
  const list = isTab ? `${path}?tab=${definition.name}` : path
  return { definition, list, isTab, at: (query) => `${list}${list.includes('?') ? '&' : '?'}${query}` }
}
