import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { CasesPage } from '../../engine/process/cases-page.tsx'
import { useSession } from '../../platform/session/session.ts'
import { BesideEntry } from './beside-entry.tsx'
import { Certificates } from './certificates-part.tsx'

/**
 * The entries of research that the page declares: projects, papers, teaching cases, or those in one stage.
 */
export function ResearchPage({ entry }: { entry: PageEntry }) {
  const isOwn = useSession()?.role === 2
  return (
    <CasesPage
      entry={entry}
      over={(type) => isOwn && type === 'researchProject' && <Certificates />}
      Beside={BesideEntry}
    />
  )
}
