import type { Workbench } from '../../../catalogue/contract/workspace.ts'
import { Building, Registered } from './building.tsx'
import { Completeness } from './completeness.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Submissions } from './submissions.tsx'
import { Todos } from './todos.tsx'
import { UnreadMessages } from './unread-messages.tsx'

/** A teacher's first screen; `start` is false on 个人主页, which has my submissions in full and first. */
export function TeacherHome({ data, start, path }: { data: Workbench; start: boolean; path: string }) {
  const { building, completeness, todos } = data
  const submissions = <Submissions items={data.submissions} full={!start} />
  return (
    <div className="home-grid">
      <div className="home-column">
        {!start && submissions}
        {building && <Building building={building} percent={completeness?.percent ?? 0} />}
        {(!building || todos.length > 0) && (
          <Todos title="待办事项" todos={todos} quiet={building !== null} />
        )}
        {start && (!building || data.submissions.length > 0) && submissions}
      </div>
      <div className="home-column">
        {building ? (
          <Registered registered={building.registered} />
        ) : (
          completeness && <Completeness {...completeness} />
        )}
        <UnreadMessages messages={data.messages} />
        <Shortcuts path={path} />
      </div>
    </div>
  )
}
