import { useCurrentInView } from '../../ui/layout/current-in-view.ts'
import type { PageState } from './page-state.ts'
import './type-tabs.css'

/**
 * The record types of a page that has several, or one whose name the page’s title does not say. They look
 * unlike the states of a list, which stand below them. With counts each says how many of it wait, and what
 * the menu counts is said before them: all of the page together.
 */
export function TypeTabs({
  page,
  counts,
}: {
  page: PageState
  counts?: Readonly<Record<string, number>> | undefined
}) {
  const { entry, types, current, switchTo } = page
  const row = useCurrentInView(current?.name, types.length, counts !== undefined)
  const keyed = (entry.tabs ?? []).flatMap(({ key, label }) =>
    key === undefined ? [] : [{ key, label, count: null }],
  )
  if (!current || (types.length + keyed.length < 2 && entry.title.includes(current.label))) return null
  const tabs = types.map(({ name, label, definition }) => ({
    key: name,
    label,
    count: counts && definition.review ? (counts[name] ?? 0) : null,
  }))
  const waiting = counts && types.reduce((sum, { name }) => sum + (counts[name] ?? 0), 0)
  return (
    <nav className="xr-types" aria-label="栏目" ref={row}>
      {waiting !== undefined && (
        <span className="x-soft x-dense">
          本页共 <b className="x-num">{waiting}</b> 条待审
        </span>
      )}
      {[...keyed, ...tabs].map((tab) => (
        <button
          key={tab.key}
          type="button"
          aria-current={tab.key === current.name ? 'true' : undefined}
          onClick={() => switchTo({ tab: tab.key })}
        >
          {tab.label}
          {tab.count !== null && (
            <span className="x-num">
              {tab.count}
              <span className="x-hidden"> 条待审</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}
