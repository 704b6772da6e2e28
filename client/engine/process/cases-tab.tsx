import type { ReactNode } from 'react'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { useCaseAddresses } from './addresses.ts'
import { BeginCase } from './begin-case.tsx'
import type { BesideCase } from './case-draft.tsx'
import { CasePart } from './case-part.tsx'
import { CaseList } from './case-list.tsx'
import './process.css'

/**
 * The cases of one process below the head of a page that has them as a tab: the list, one of them, or a new
 * one. What is shown stands in the address (`case`, `new`).
 */
export function CasesTab({
  type,
  states,
  above,
  Beside,
}: {
  type: ProcessName
  /** The states to which the page keeps; all without. */
  states?: readonly string[] | undefined
  /** What stands above the form of one case. */
  above?: (view: CaseView) => ReactNode
  /** What is shown of one case below its form. */
  Beside?: BesideCase | undefined
}) {
  const addresses = useCaseAddresses(type)
  const definition = processOf(type)
  if (addresses.caseId !== null)
    return <CasePart key={addresses.caseId} type={type} id={addresses.caseId} above={above} Beside={Beside} />
  if (addresses.beginning && !definition.campaign && !definition.of && !definition.begunApart)
    return <BeginCase key={type} type={type} definition={definition} />
  return <CaseList key={type} type={type} definition={definition} states={states} />
}
