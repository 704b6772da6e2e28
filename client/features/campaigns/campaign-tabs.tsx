import type { ComponentType, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'

/** A tab that a feature gives to the page of its campaigns. */
export interface CampaignTab {
  readonly key: string
  readonly label: string
  readonly Part: ComponentType<{ readonly view: CampaignView }>
}
/** The tabs of a campaign for the reader; none of what is not there yet. */
export type TabsOfCampaign = (view: CampaignView, role: number) => readonly CampaignTab[]

/** A campaign whose feature has much to show: the notice, the feature's tabs, places, what happened. */
export function TabbedCampaign(props: {
  view: CampaignView
  tabs: readonly CampaignTab[]
  overview: ReactNode
  /** Null where it grants no places. */
  places: ReactNode
  happened: ReactNode
}) {
  const { view, tabs, overview, places, happened } = props
  const [search, setSearch] = useSearchParams()
  const all = [
    { key: 'overview', label: '概况' },
    ...tabs,
    ...(places === null ? [] : [{ key: 'places', label: '名额分配' }]),
    { key: 'happened', label: '办理记录' },
  ]
  const current = all.find(({ key }) => key === search.get('part'))?.key ?? 'overview'
  const Chosen = tabs.find(({ key }) => key === current)?.Part
  const choose = (key: string) => {
    const next = new URLSearchParams(search)
    // What narrows the list of one tab means nothing in another.
    for (const name of next.keys()) if (!['id', 'tab'].includes(name)) next.delete(name)
    if (key !== 'overview') next.set('part', key)
    setSearch(next, { replace: true })
  }
  return (
    <>
      <StateTabs
        label="栏目"
        tabs={all.map(({ key, label }) => ({ key, label }))}
        current={current}
        onSelect={choose}
      />
      {current === 'overview' && overview}
      {Chosen && <Chosen view={view} />}
      {current === 'places' && places}
      {current === 'happened' && happened}
    </>
  )
}
