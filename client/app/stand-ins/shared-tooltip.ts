import type { ReactNode } from 'react'

/**
 * Stands in for what lets the component library's tooltips share one box (vite.config.ts): it has none here.
 */
export default function NoSharedTooltip({ children }: { children: ReactNode }): ReactNode {
  return children
}
