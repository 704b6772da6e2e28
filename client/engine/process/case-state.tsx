import type { CaseLine } from '../../../catalogue/contract/processes.ts'
import type { AnyProcess, AnyState } from '../../../catalogue/processes/define.ts'
import { listDate } from '../../platform/format.ts'
import { Icon, type IconName } from '../../ui/look/icon.tsx'

/** Glyph and tone of a state: colour alone must not tell it. */
function markOf(state: AnyState | undefined, initial: boolean): readonly [IconName, string] {
  if (!state || initial) return ['draft', 'quiet']
  if ('final' in state) return state.final === 'done' ? ['pass', 'pass'] : ['reject', 'wrong']
  return ['wait', 'wait']
}

/** Where a case stands, with the day of the clock or the deadline of whoever holds it. */
export function CaseState({
  definition,
  line,
}: {
  definition: AnyProcess
  line: Pick<CaseLine, 'state' | 'holder' | 'actsOn' | 'heldUp'>
}) {
  const state = definition.states[line.state]
  const [icon, tone] = line.heldUp === null ? markOf(state, line.state === definition.initial) : wrong
  return (
    <span className="process-state">
      <span className={`x-status x-status-${tone}`}>
        <Icon name={icon} />
        {state?.label ?? line.state}
      </span>
      {line.heldUp !== null && <span className="xr-bad">到期没有办成</span>}
      {line.heldUp === null && line.actsOn !== null && (
        <span className="x-faint x-num">{listDate(line.actsOn)}</span>
      )}
      {line.holder?.overdue && <span className="xr-bad">已超期</span>}
    </span>
  )
}

const wrong = ['warn', 'wrong'] as const
