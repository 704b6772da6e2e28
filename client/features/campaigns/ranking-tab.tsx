import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { RankingPart } from './ranking-part.tsx'

/** The order of what the reader's school recommended, as a tab of the page of a campaign. */
export const RankingTab = ({ view }: { readonly view: CampaignView }) => (
  <RankingPart
    view={view}
    empty={<Empty text="暂无推荐的教师。推荐以后在这里排序，候补时排在前的先递补。" />}
  />
)
