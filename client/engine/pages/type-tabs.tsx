import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
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
  const declared = entry.tabs ?? []
  const keyed = declared.filter(({ key }) => key !== undefined)
  if (!current || (types.length + keyed.length < 2 && entry.title.includes(current.label))) return null
  const ofTypes = types.map(({ name, label, definition }) => ({
    key: name,
    label,
    count: counts && definition.review ? (counts[name] ?? 0) : null,
  }))
  const tabs: PageTabLine[] = declared.flatMap(({ key, label, record }) =>
    key === undefined ? ofTypes.filter((one) => one.key === record) : [{ key, label, count: null }],
  )
  const waiting = counts && types.reduce((sum, { name }) => sum + (counts[name] ?? 0), 0)
  return (
    <TabRow
      tabs={tabs.length > 0 ? tabs : ofTypes}
      current={current.name}
      unit="条待审"
      lead={
        waiting !== undefined && (
          <span className="x-soft x-dense">
            本页共 <b className="x-num">{waiting}</b> 条待审
          </span>
        )
      }
      onSelect={(tab) => switchTo({ tab })}
    />
  )
}

export interface PageTabLine {
  readonly key: string
  readonly label: string
  /** Null where nothing is counted. */
  readonly count: number | null
}

/** The tabs of a page in a row; `unit` says what their numbers count. */
export function TabRow(props: {
  tabs: readonly PageTabLine[]
  current: string
  unit: string
  lead?: ReactNode
  onSelect: (key: string) => void
}) {
  const { tabs, current, unit, lead, onSelect } = props
  const row = useCurrentInView(
    current,
    tabs.length,
    tabs.some(({ count }) => count !== null),
  )
  return (
    <nav className="xr-types" aria-label="栏目" ref={row}>
      {lead}
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          aria-current={tab.key === current ? 'true' : undefined}
          onClick={() => onSelect(tab.key)}
        >
          {tab.label}
          {tab.count !== null && (
            <span className="x-num">
              {tab.count}
              <span className="x-hidden"> {unit}</span>
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}

/** The tabs of a page whose tabs are pages of their own; none where it has but one. */
export function PageTabs({ entry: { path, tabs = [] }, current }: { entry: PageEntry; current: string }) {
  const navigate = useNavigate()
  if (tabs.length < 2) return null
  return (
    <TabRow
      tabs={tabs.map(({ key, label }) => ({ key: key ?? label, label, count: null }))}
      current={current}
      unit="项"
      onSelect={(key) => void navigate(`${path}?tab=${key}`)}
    />
  )
}
