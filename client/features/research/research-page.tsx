import { useNavigate, useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import { TabRow } from '../../engine/pages/type-tabs.tsx'
import { CasesTab } from '../../engine/process/cases-tab.tsx'
import { useCasesWaiting } from '../../engine/process/use-cases.ts'
import { useSession } from '../../platform/session/session.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { BesideEntry } from './beside-entry.tsx'
import { Certificates } from './certificates-part.tsx'
import { Memberships } from './members-part.tsx'

/** The entries of research that the page declares: projects, papers, teaching cases, or those in one stage. */
export function ResearchPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const role = useSession()?.role
  const { types = [], states } = entry.cases ?? {}
  const waiting = useCasesWaiting(true).data?.list ?? []
  const asked = search.get('tab')
  const type = types.find((one) => one === asked) ?? types[0]
  if (type === undefined) return null
  const countOf = (name: string) => waiting.find((one) => one.type === name)?.count ?? 0
  return (
    <PageFrame title={entry.title}>
      {types.length > 1 && (
        <TabRow
          tabs={types.map((name) => ({
            key: name,
            label: processes[name].title,
            count: countOf(name) > 0 ? countOf(name) : null,
          }))}
          current={type}
          unit={role === 2 ? '件待我办理' : '件等我单位办理'}
          onSelect={(key) => void navigate(`${entry.path}?tab=${key}`)}
        />
      )}
      {role === 2 && type === 'researchProject' && search.get('case') === null && (
        <>
          <Memberships />
          <Certificates />
        </>
      )}
      <CasesTab type={type} states={states} Beside={BesideEntry} />
    </PageFrame>
  )
}
