import { Link, useSearchParams } from 'react-router'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { processNames, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { CasesTab } from '../../engine/process/cases-tab.tsx'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'

/** The cases of one of the processes of studios, below the tabs of the page. */
export function StudioCasesPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const asked = search.get('tab')
  const type: ProcessName = processNames.find((one) => one === asked) ?? 'studio'
  const [opening] = entry.tabs ?? []
  return (
    <PageFrame title={entry.title}>
      <PageTabs entry={entry} current={type} first={opening?.key ?? ''} />
      <CasesTab type={type} above={(view) => <ToStudio entry={entry} view={view} />} />
    </PageFrame>
  )
}

const running: readonly string[] = ['active', 'annualReview', 'closed']

/** From a case to the page of its studio. */
function ToStudio({ entry, view }: { entry: PageEntry; view: CaseView }) {
  const written = view.value['studioId']
  const own = view.type === 'studio' && running.includes(view.state) ? view.id : null
  const joined = view.type === 'membership' && view.state === 'joined' ? (view.of?.id ?? null) : null
  const id = own ?? joined ?? (typeof written === 'string' ? written : null)
  if (id === null) return null
  return (
    <p>
      <Link to={`${entry.path}?studio=${id}`}>看工作室的任务、成员和考核</Link>
    </p>
  )
}
