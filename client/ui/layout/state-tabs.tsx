import { useCurrentInView } from './current-in-view.ts'

export interface StateTab<K extends string> {
  key: K
  label: string
  count?: number
}

/**
 * The states of one list with their counts. Buttons, not ARIA tabs: they change what the one list below
 * holds.
 */
export function StateTabs<K extends string>({
  label,
  tabs,
  current,
  onSelect,
}: {
  label: string
  tabs: readonly StateTab<K>[]
  current: K
  onSelect: (key: K) => void
}) {
  const counted = tabs.some(({ count }) => count !== undefined)
  const row = useCurrentInView(current, tabs.length, counted)
  return (
    <nav className="x-tabs" aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          aria-current={tab.key === current ? 'true' : undefined}
          onClick={() => onSelect(tab.key)}
        >
          {tab.label}
          {tab.count !== undefined && <span>{tab.count}</span>}
        </button>
      ))}
    </nav>
  )
}
