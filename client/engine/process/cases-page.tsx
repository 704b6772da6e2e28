import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { useSession } from '../../platform/session/session.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { TabRow } from '../pages/type-tabs.tsx'
import type { BesideCase } from './case-draft.tsx'
import { CasesTab } from './cases-tab.tsx'
import { OwnParts } from './people-part.tsx'
import { useCasesWaiting } from './use-cases.ts'

/** The cases of the processes that a page declares, one tab each; of all states, or of those of one stage. */
export function CasesPage({
  entry,
  note,
  over,
  Beside,
}: {
  entry: PageEntry
  note?: string
  /** Part above the lists, depending on the open process. */
  over?: (type: ProcessName) => ReactNode
  Beside?: BesideCase
}) {
  const [search] = useSearchParams()
  const role = useSession()?.role
  const { types = [], states } = entry.cases ?? {}
  const asked = search.get('tab')
  const type = types.find((one) => one === asked) ?? types[0]
  if (type === undefined) return null
  const isList = search.get('case') === null && search.get('new') === null
  const asks = Object.values(processOf(type).people ?? {}).some((part) => part.asked !== undefined)
  return (
    <PageFrame title={entry.title} {...(note !== undefined && { note })}>
      {isList && over?.(type)}
      {types.length > 1 && <TypeTabs entry={entry} types={types} current={type} isOwn={role === 2} />}
      {isList && role === 2 && asks && <OwnParts type={type} />}
      <CasesTab type={type} states={states} Beside={Beside} />
    </PageFrame>
  )
}

/** One tab for each process of the page, with how much of it waits for the reader. */
function TypeTabs({
  entry,
  types,
  current,
  isOwn,
}: {
  entry: PageEntry
  types: readonly ProcessName[]
  current: ProcessName
  isOwn: boolean
}) {
  const navigate = useNavigate()
  const waiting = useCasesWaiting(true).data?.list ?? []
  return (
    <TabRow
      tabs={types.map((name) => ({
        key: name,
        label: processOf(name).title,
        count: waiting.find((one) => one.type === name)?.count ?? null,
      }))}
      current={current}
      unit={isOwn ? '件待我办理' : '件本单位待办'}
      onSelect={(key) => void navigate(`${entry.path}?tab=${key}`)}
    />
  )
}
