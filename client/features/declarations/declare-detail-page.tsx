import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { CasesTab } from '../../engine/process/cases-tab.tsx'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { ArchivePart } from './archive-part.tsx'
import './declarations.css'

/**
 * Declarations of the office: those that it holds or sees. Its notices stand in the other tab (campaigns).
 */
export function DeclareDetailPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const isOne = search.has('case')
  return (
    <PageFrame title={isOne ? entry.title : '申报管理'}>
      {!isOne && <PageTabs entry={entry} current="declaration" />}
      <CasesTab type="declaration" above={(view) => <ArchivePart key={view.id} view={view} />} />
    </PageFrame>
  )
}
