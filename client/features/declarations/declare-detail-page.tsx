import { useNavigate, useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { TabRow } from '../../engine/pages/type-tabs.tsx'
import { CasesTab } from '../../engine/process/cases-tab.tsx'
import { useCasesWaiting } from '../../engine/process/use-cases.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { ArchivePart } from './archive-part.tsx'
import './declarations.css'

const tabs = [
  { key: 'declaration', label: '申报' },
  { key: 'declareBatch', label: '申报通知' },
] as const

/** Declarations of the office: those that it holds or sees. Its notices stand in the other tab (campaigns). */
export function DeclareDetailPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const waiting = useCasesWaiting(true).data?.list.find(({ type }) => type === 'declaration')?.count ?? 0
  const isOne = search.has('case')
  return (
    <PageFrame title={isOne ? entry.title : '申报管理'}>
      {!isOne && (
        <TabRow
          tabs={tabs.map((tab) => ({
            ...tab,
            count: tab.key === 'declaration' && waiting > 0 ? waiting : null,
          }))}
          current="declaration"
          unit="件等我单位办理"
          onSelect={(key) => void navigate(`${entry.path}?tab=${key}`)}
        />
      )}
      <CasesTab type="declaration" above={(view) => <ArchivePart key={view.id} view={view} />} />
    </PageFrame>
  )
}
