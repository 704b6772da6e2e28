import { useNavigate } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useSession } from '../../platform/session/session.ts'
import { TabRow } from '../pages/type-tabs.tsx'
import { useCasesWaiting } from './use-cases.ts'

/**
 * The tabs that a page declares; one of a process says how much of it waits for the office. `first` stands at
 * the bare path.
 */
export function PageTabs({ entry, current, first }: { entry: PageEntry; current: string; first?: string }) {
  const navigate = useNavigate()
  const waiting = useCasesWaiting(useSession() !== null).data?.list ?? []
  return (
    <TabRow
      tabs={(entry.tabs ?? []).map(({ key, record, label }) => {
        const name = key ?? record ?? label
        return { key: name, label, count: waiting.find(({ type }) => type === name)?.count ?? null }
      })}
      current={current}
      unit="件本单位待办"
      onSelect={(key) => void navigate(key === first ? entry.path : `${entry.path}?tab=${key}`)}
    />
  )
}
