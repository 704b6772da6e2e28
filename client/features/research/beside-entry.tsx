import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { isBlind } from '../../../catalogue/processes/file-rules.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { processOf } from '../../../catalogue/processes/processes.ts'
import { BlindPart } from './blind-part.tsx'
import { NearPart } from './near-part.tsx'
import './beside.css'

/** Beside the form of an entry: what its files tell of its authors, and what it is like. */
export function BesideEntry({ view }: { view: CaseView }) {
  const { compared }: AnyProcess = processOf(view.type)
  return (
    <>
      {isBlind(view.fileRules) && <BlindPart view={view} />}
      {compared && <NearPart view={view} />}
    </>
  )
}
