import { useLayoutEffect, useRef } from 'react'

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
  const row = useRef<HTMLElement>(null)
  // In a row that scrolls, the current tab is brought into view, again after figures made the tabs wider.
  // scrollIntoView would move the page, too, so the row is scrolled by hand.
  useLayoutEffect(() => {
    const nav = row.current
    const tab = nav?.querySelector<HTMLElement>('[aria-current]')
    if (!nav || !tab) return
    const [box, within] = [tab.getBoundingClientRect(), nav.getBoundingClientRect()]
    if (box.left < within.left) nav.scrollLeft += box.left - within.left
    if (box.right > within.right) nav.scrollLeft += box.right - within.right
  }, [current, tabs.length, counted])
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
