import { iconShapes, type IconName } from './icon-shapes.ts'

export type { IconName } from './icon-shapes.ts'

/** One icon. It stands beside a word; alone in a button, the button has the aria-label. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg className={className ? `x-icon ${className}` : 'x-icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconShapes[name]} />
    </svg>
  )
}
