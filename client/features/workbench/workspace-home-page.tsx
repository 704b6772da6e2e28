import type { Role } from '../../../catalogue/access/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { workbench, type Workbench } from '../../../catalogue/contract/workspace.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { homeOf } from '../../../catalogue/pages/pages.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { api } from '../../platform/api/api.ts'
import { today } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { OfficeHome } from './office-home.tsx'
import { TeacherHome } from './teacher-home.tsx'
import './workspace-home.css'
import './office-home.css'

/**
 * The first screen of a workspace, for every role: what waits for me, what I handed in and who holds it, what
 * is missing. The second route of the feature (个人主页) is the same facts with my submissions in full and
 * first.
 */
export function WorkspaceHomePage({ entry }: { entry: PageEntry }) {
  const role = useSession()?.role ?? null
  const answer = useQuery({
    queryKey: ['workbench'],
    queryFn: ({ signal }) => api.get('/api/v1/workbench', { schema: workbench, quiet: true, signal }),
    // Whoever comes back from submitting or reviewing must see what that changed.
    staleTime: 0,
    // Whoever fills in a long form is still told the next step afterwards.
    gcTime: Infinity,
  })
  if (answer.data) return <Home entry={entry} role={role} data={answer.data} />
  return (
    <PageFrame title={entry.title}>
      <Loaded answer={answer} failed="工作台打开失败" lines={9}>
        {() => null}
      </Loaded>
    </PageFrame>
  )
}

function Home({ entry, role, data }: { entry: PageEntry; role: Role | null; data: Workbench }) {
  const start = entry.path === homeOf(role)
  return (
    <PageFrame title={start ? data.greeting : entry.title} note={data.note} actions={<Today />}>
      {role === 2 ? (
        <TeacherHome data={data} start={start} path={entry.path} />
      ) : (
        <OfficeHome data={data} path={entry.path} />
      )}
    </PageFrame>
  )
}

const Today = () => <time className="home-date">{today()}</time>
