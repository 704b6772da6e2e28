import { Link } from 'react-router'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { CasesTab } from '../../engine/process/cases-tab.tsx'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { pairPath } from './pair-path.ts'

/** The way of agreements: written, signed, recorded, ended. */
export function PairCasesPage({ entry }: { entry: PageEntry }) {
  return (
    <PageFrame title={entry.title}>
      <PageTabs entry={entry} current="pairAgreement" />
      <CasesTab type="pairAgreement" above={(view) => <ToBoard entry={entry} view={view} />} />
    </PageFrame>
  )
}

const shown: readonly string[] = ['scheduled', 'active', 'ended', 'terminated']

/** From the case to the goals of the agreement. */
function ToBoard({ entry, view }: { entry: PageEntry; view: CaseView }) {
  if (!shown.includes(view.state)) return null
  return (
    <p>
      <Link to={pairPath(entry, view.id)}>看目标和读数</Link>
    </p>
  )
}
