import type { Workbench } from '../../../catalogue/contract/workspace.ts'
import { Completeness } from './completeness.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Submissions } from './submissions.tsx'
import { Todos } from './todos.tsx'
import { UnreadMessages } from './unread-messages.tsx'

/** A teacher's first screen; `start` is false on 个人主页, which has my submissions in full and first. */
export function TeacherHome({ data, start, path }: { data: Workbench; start: boolean; path: string }) {
  const submissions = <Submissions items={data.submissions} full={!start} />
  return (
    <div className="home-grid">
      <div className="home-column">
        {!start && submissions}
        <Todos title="待办事项" todos={data.todos} />
        {start && submissions}
      </div>
      <div className="home-column">
        {data.completeness && <Completeness {...data.completeness} />}
        <UnreadMessages messages={data.messages} />
        <Shortcuts path={path} />
      </div>
    </div>
  )
}
