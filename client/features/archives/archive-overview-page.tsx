import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useSession } from '../../platform/session/session.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { OwnOverview } from './own-overview.tsx'
import { documentPath } from './paths.ts'
import { TeacherList } from './teacher-list.tsx'
import './archives.css'

/** To a teacher how full their own archive is; to an office the teachers in reach. */
export function ArchiveOverviewPage({ entry }: { entry: PageEntry }) {
  const own = useSession()?.role === 2
  if (own) return <OwnOverview title={entry.title} />
  return (
    <PageFrame title={entry.title} note="本范围内教师的档案，点姓名看全部">
      <TeacherList to={(id, list) => documentPath(id, {}, list)} />
    </PageFrame>
  )
}
