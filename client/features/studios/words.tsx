import type { Light } from '../../../catalogue/teaching/studio-lights.ts'
import { lightLabels } from '../../../catalogue/teaching/studio-lights.ts'
import { membership } from '../../../catalogue/processes/membership.ts'
import { studio } from '../../../catalogue/processes/studio.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { Icon, type IconName } from '../../ui/look/icon.tsx'

const tones: Readonly<Record<Light, readonly [IconName, string]>> = {
  done: ['pass', 'pass'],
  onTime: ['wait', 'quiet'],
  slow: ['wait', 'wait'],
  behind: ['warn', 'wrong'],
  overdue: ['warn', 'wrong'],
}

/** The light of a task as glyph and word: colour alone does not tell it. */
export function LightMark({ light, many }: { light: Light; many?: number }) {
  const [icon, tone] = tones[light]
  return (
    <span className={`x-status x-status-${tone}`}>
      <Icon name={icon} />
      {lightLabels[light]}
      {many !== undefined && many > 1 && <span className="x-num"> {many}</span>}
    </span>
  )
}

const labelIn = ({ states }: AnyProcess, state: string): string => states[state]?.label ?? state
export const studioStateText = (state: string): string => labelIn(studio, state)
export const memberStateText = (state: string): string => labelIn(membership, state)
