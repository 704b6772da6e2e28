import { pairAgreement } from '../../../catalogue/processes/pair-agreement.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { lightLabels, type Light } from '../../../catalogue/teaching/studio-lights.ts'
import { Icon, type IconName } from '../../ui/look/icon.tsx'

const definition: AnyProcess = pairAgreement

export const pairStateText = (state: string): string => definition.states[state]?.label ?? state

const tones: Readonly<Record<Light, readonly [IconName, string]>> = {
  done: ['pass', 'pass'],
  onTime: ['wait', 'quiet'],
  slow: ['wait', 'wait'],
  behind: ['warn', 'wrong'],
  overdue: ['warn', 'wrong'],
}

/** The lights of goals, the worst first. */
export const lightOrder: readonly Light[] = ['overdue', 'behind', 'slow', 'onTime', 'done']

/** The light of a goal as glyph and word: colour alone does not tell it. */
export function GoalLight({ light, many }: { light: Light; many?: number }) {
  const [icon, tone] = tones[light]
  return (
    <span className={`x-status x-status-${tone}`}>
      <Icon name={icon} />
      {lightLabels[light]}
      {many !== undefined && <span className="x-num"> {many}</span>}
    </span>
  )
}

/** How many goals have each light. */
export function GoalLights({ lights }: { lights: Partial<Record<Light, number>> }) {
  const shown = lightOrder.filter((light) => (lights[light] ?? 0) > 0)
  if (shown.length === 0) return <span className="x-soft">暂无读数</span>
  return (
    <span className="pair-lights">
      {shown.map((light) => (
        <GoalLight key={light} light={light} many={lights[light] ?? 0} />
      ))}
    </span>
  )
}

/** A number with at most one decimal, its minus as one. */
export const shortNumber = (value: number): string => String(Math.round(value * 10) / 10).replace('-', '−')
