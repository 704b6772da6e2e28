import type { CampaignAct, CampaignLine } from '../../../catalogue/contract/campaigns.ts'
import { campaignStates } from '../../../catalogue/processes/campaigns.ts'
import { Icon } from '../../ui/look/icon.tsx'

/** A date and time field as people read it; empty where there is none. */
export const spokenMinute = (value: unknown): string =>
  typeof value === 'string' ? value.replace('T', ' ') : ''

/** Where a campaign stands; one that has not begun yet says so. */
export function StateMark({ line }: { line: Pick<CampaignLine, 'state' | 'closed'> }) {
  const isTaking = line.state === 'open' && line.closed === null
  const tone = isTaking ? 'wait' : 'quiet'
  const label = line.state === 'open' && !isTaking ? (line.closed ?? '') : campaignStates[line.state]
  return (
    <span className={`x-status x-status-${tone}`}>
      <Icon name={isTaking ? 'wait' : 'draft'} />
      {label}
    </span>
  )
}

/** The words on the buttons of what an office does with a campaign. */
export const actLabels: Readonly<Record<CampaignAct, string>> = {
  open: '开放征集',
  extend: '延期',
  close: '提前截止',
  finish: '结束',
  cancel: '取消征集',
}

/** What happened to a campaign, as its timeline says it. */
export const eventLabels: Readonly<Record<string, string>> = {
  created: '新增',
  edited: '修改通知',
  open: '开放',
  extend: '延期',
  close: '截止',
  finish: '结束',
  cancel: '取消',
  placesReturned: '没有用的名额退回上级',
}
