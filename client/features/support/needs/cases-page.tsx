import { Link, useSearchParams } from 'react-router'
import type { CaseView } from '../../../../catalogue/contract/processes.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { processNames, type ProcessName } from '../../../../catalogue/processes/processes.ts'
import { CasesTab } from '../../../engine/process/cases-tab.tsx'
import { PageTabs } from '../../../engine/process/page-tabs.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { LedgerHead } from '../entries/ledger-part.tsx'

const notes: Readonly<Partial<Record<ProcessName, string>>> = {
  supportEntry: '双方都确认的才进合计；没有答复不算确认，修改以后重新确认',
}

/** The cases of needs, offers or the ledger, below the tabs of the page. */
export function SupportCasesPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const asked = search.get('tab')
  const type: ProcessName = processNames.find((one) => one === asked) ?? 'supportEntry'
  const note = notes[type]
  const [opening] = entry.tabs ?? []
  return (
    <PageFrame title={entry.title} {...(note !== undefined && { note })}>
      <PageTabs entry={entry} current={type} first={opening?.key ?? ''} />
      {type === 'supportEntry' && search.get('case') === null && <LedgerHead />}
      <CasesTab type={type} above={(view) => <ToNeed entry={entry} view={view} />} />
    </PageFrame>
  )
}

/** From a need or an offer to the page of the need with all that was offered. */
function ToNeed({ entry, view }: { entry: PageEntry; view: CaseView }) {
  const published = view.type === 'supportNeed' && view.state !== 'draft' && view.state !== 'dropped'
  const id = view.type === 'supportOffer' ? (view.of?.id ?? null) : published ? view.id : null
  if (id === null) return null
  return (
    <p>
      <Link to={`${entry.path}?tab=needs&need=${id}`}>看需求和全部响应</Link>
    </p>
  )
}
