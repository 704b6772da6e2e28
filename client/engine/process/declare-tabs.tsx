import { useNavigate } from 'react-router'
import { TabRow } from '../pages/type-tabs.tsx'
import { useCasesWaiting } from './use-cases.ts'

const tabs = [
  { key: 'declaration', label: '申报' },
  { key: 'declareBatch', label: '申报通知' },
] as const
export type DeclareTab = (typeof tabs)[number]['key']

/** The declarations of an office and the notices that collect them, which two features show at one address. */
export function DeclareTabs({ path, current }: { path: string; current: DeclareTab }) {
  const navigate = useNavigate()
  const waiting = useCasesWaiting(true).data?.list.find(({ type }) => type === 'declaration')?.count ?? 0
  return (
    <TabRow
      tabs={tabs.map((tab) => ({ ...tab, count: tab.key === 'declaration' && waiting > 0 ? waiting : null }))}
      current={current}
      unit="件等我单位办理"
      onSelect={(key) => void navigate(`${path}?tab=${key}`)}
    />
  )
}
