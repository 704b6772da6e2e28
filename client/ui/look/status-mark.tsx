import type { Level } from '../../../catalogue/define.ts'
import { stateLabel, type State } from '../../../catalogue/flows/review.ts'
import { Icon, type IconName } from './icon.tsx'

const marks = {
  draft: ['draft', 'quiet'],
  inReview: ['wait', 'wait'],
  returned: ['return', 'wrong'],
  approved: ['pass', 'pass'],
  rejected: ['reject', 'wrong'],
  withdrawn: ['draft', 'quiet'],
  voided: ['void', 'void'],
} as const satisfies Record<State, readonly [IconName, string]>

/**
 * State of a record as glyph and word, because colour alone must not tell it. `change`: the record has an
 * effective value, too; `unconfirmed`: it is effective and waits for the office above the school.
 */
export function StatusMark({
  state,
  level,
  change,
  unconfirmed,
}: {
  state: State
  level?: Level | null
  change?: boolean
  unconfirmed?: boolean | undefined
}) {
  const [icon, tone] = unconfirmed ? marks.inReview : marks[state]
  return (
    <span className={`x-status x-status-${tone}`}>
      <Icon name={icon} />
      {unconfirmed ? '待确认' : change && state === 'returned' ? '变更已退回' : stateLabel(state, level)}
    </span>
  )
}
