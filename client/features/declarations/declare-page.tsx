import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { CasesTab } from '../../engine/process/cases-tab.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { ArchivePart } from './archive-part.tsx'
import './declarations.css'

/** The own declarations: the list, or one of them with what the archive says of it. */
export function DeclarePage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  return (
    <PageFrame
      title={search.has('case') ? entry.title : '我的申报'}
      crumbs={[{ label: '申报首页', to: '/usForm/index' }, { label: '我的申报' }]}
    >
      <CasesTab type="declaration" above={(view) => <ArchivePart key={view.id} view={view} />} />
    </PageFrame>
  )
}
