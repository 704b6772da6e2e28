import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import type { PageState } from './page-state.ts'

/** Tabs of the record types of a page that has several, or one whose name the page’s title does not say. */
export function TypeTabs({
  page,
  counts,
}: {
  page: PageState
  counts?: Readonly<Record<string, number>> | undefined
}) {
  const { entry, types, current, switchTo } = page
  const keyed = (entry.tabs ?? []).flatMap(({ key, label }) => (key === undefined ? [] : [{ key, label }]))
  if (!current || (types.length + keyed.length < 2 && current.label === entry.title)) return null
  const tabs = types.map(({ name, label, definition }) => ({
    key: name,
    label,
    ...(counts && definition.review && { count: counts[name] ?? 0 }),
  }))
  return (
    <StateTabs
      label="栏目"
      tabs={[...keyed, ...tabs]}
      current={current.name}
      onSelect={(tab) => switchTo({ tab })}
    />
  )
}
