import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { MatrixView } from './matrix-view.tsx'
import { ViewAsView } from './view-as-view.tsx'
import { WhyView } from './why-view.tsx'
import '../../ui/forms/labelled.css'
import './permission.css'

const tabs = [
  { key: 'matrix', label: '角色权限' },
  { key: 'why', label: '为什么能看到' },
  { key: 'viewAs', label: '以其身份查看' },
] as const
type View = (typeof tabs)[number]['key']

const notes: Record<View, string> = {
  matrix: '与系统实际权限一致，未列出的无权限',
  why: '查询会记入日志',
  viewAs: '不能以其他系统管理员的身份查看',
}

/**
 * What roles may do, and why one person sees another's archive. Which of them is open stands in the address.
 */
export function PermissionPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const view = tabs.find(({ key }) => key === search.get('view'))?.key ?? 'matrix'
  return (
    <PageFrame title={entry.title} note={notes[view]}>
      <StateTabs
        label="看什么"
        tabs={tabs}
        current={view}
        onSelect={(key) => setSearch(key === 'matrix' ? {} : { view: key })}
      />
      {view === 'matrix' && <MatrixView />}
      {view === 'why' && <WhyView />}
      {view === 'viewAs' && <ViewAsView />}
    </PageFrame>
  )
}
