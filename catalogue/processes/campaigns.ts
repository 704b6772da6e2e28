import * as declared from './campaigns.gen.ts'
import type { AnyCampaign } from './define-campaign.ts'

export type { AnyCampaign, AnyCampaignMove } from './define-campaign.ts'

/** Every campaign by its name. */
export const campaigns = { ...declared }
export type CampaignName = keyof typeof campaigns

const isCampaign = (name: string): name is CampaignName => Object.hasOwn(campaigns, name)

export const campaignNames: readonly CampaignName[] = Object.keys(campaigns).filter(isCampaign)
export const campaignOf = (name: CampaignName): AnyCampaign => campaigns[name]

/** The campaign of a name from elsewhere; undefined for none. */
export const campaignCalled = (name: string): AnyCampaign | undefined =>
  isCampaign(name) ? campaignOf(name) : undefined

/** A property of every campaign under the key that names it, each once. */
const keysOfAll = (read: (campaign: AnyCampaign) => readonly string[]): string[] => [
  ...new Set(campaignNames.flatMap((name) => read(campaignOf(name)))),
]
/** Names of the states and of the moves of the host, over all campaigns. */
export const campaignStateNames: readonly string[] = keysOfAll(({ states }) => Object.keys(states))
export const campaignActs: readonly string[] = keysOfAll(({ moves }) =>
  moves.flatMap(({ name, by }) => (by === 'host' ? [name] : [])),
)
