import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { YearFigures } from './year/year-figures.tsx'
import './institutions.css'

/**
 * What the reader's own school has in this school year; its name and contact are kept in the personal centre.
 */
export function OwnInstitutionPage({ entry }: { entry: PageEntry }) {
  const session = useSession()
  const own = session?.organization
  if (!own) return null
  return (
    <PageFrame
      title={entry.title}
      note={own.name}
      actions={<ButtonLink to="/school/personal?tab=institution">修改本单位资料</ButtonLink>}
    >
      <div className="institutions-form">
        <YearFigures id={own.id} />
      </div>
    </PageFrame>
  )
}
