import type { CampaignLine } from '../../../catalogue/contract/campaigns.ts'
import type { AnyCampaign, AnyCampaignMove } from '../../../catalogue/processes/campaigns.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { campaignCalled } from './use-campaigns.ts'

/** A date and time field as people read it; empty where there is none. */
export const spokenMinute = (value: unknown): string =>
  typeof value === 'string' ? value.replace('T', ' ') : ''

/** Where a campaign stands; one that has not begun yet says so. */
export function StateMark({ line }: { line: Pick<CampaignLine, 'type' | 'state' | 'closed'> }) {
  const { states, windows, entryWindow } = campaignCalled(line.type)
  const isOpen = windows[entryWindow]?.in.includes(line.state) === true
  const isTaking = isOpen && line.closed === null
  const tone = isTaking ? 'wait' : 'quiet'
  const label = isOpen && !isTaking ? (line.closed ?? '') : (states[line.state]?.label ?? line.state)
  return (
    <span className={`x-status x-status-${tone}`}>
      <Icon name={isTaking ? 'wait' : 'draft'} />
      {label}
    </span>
  )
}

/** The move of the office that a button makes in the state in which a campaign stands. */
export const moveOf = (
  { moves }: AnyCampaign,
  { state }: Pick<CampaignLine, 'state'>,
  action: string,
): AnyCampaignMove | undefined =>
  moves.find(({ name, by, from }) => name === action && by === 'host' && from.includes(state))

/** What happens to every campaign beside its moves. */
const events: Readonly<Record<string, string>> = {
  created: '新增',
  edited: '修改通知',
  placesReturned: '没有用的名额退回上级',
}

/** What happened to a campaign, as its timeline says it. */
export function eventLabel({ moves }: AnyCampaign, action: string): string {
  const move = moves.find(({ name }) => name === action)
  return move?.noted ?? move?.label ?? events[action] ?? action
}

/** The end of the window in which entries are begun, in words; empty where none is set. */
export function entryEnd({ windows, entryWindow }: AnyCampaign, { value }: Pick<CampaignLine, 'value'>) {
  const window = windows[entryWindow]
  return window ? spokenMinute(value[window.to]) : ''
}
