import type { Workbench } from '../../../catalogue/contract/workspace.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Deadlines } from './deadlines.tsx'
import { Decisions } from './decisions.tsx'
import { Figures } from './figures.tsx'
import { NoTeachers } from './no-teachers.tsx'
import { Queues } from './queues.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Todos } from './todos.tsx'
import { UnreadMessages } from './unread-messages.tsx'

/** The first screen of an office: what waits longest first, what else waits, what I decided last. */
export function OfficeHome({ data, path }: { data: Workbench; path: string }) {
  const { queues } = data
  // Queues say the same as to-dos of kind review, with more room.
  const others = data.todos.filter(({ kind }) => kind !== 'review')
  const waits = queues.length > 0
  return (
    <div className="home-grid home-grid-office">
      <div className="home-column">
        {waits && <Queues queues={queues} longest={data.longest} />}
        {(others.length > 0 || !waits) && (
          <Todos
            title={waits ? '其他待办' : '待办事项'}
            todos={others}
            quiet={waits}
            empty={<NextThing figures={data.figures} />}
          />
        )}
        <Decisions recent={data.recent} />
      </div>
      <div className="home-column">
        {data.figures.length > 0 && <Figures figures={data.figures} at={data.at} />}
        {data.deadlines.length > 0 && <Deadlines deadlines={data.deadlines} />}
        <Shortcuts path={path} />
        <UnreadMessages messages={data.messages} />
      </div>
    </div>
  )
}

/** What an office does first where nothing waits for it. */
function NextThing({ figures }: Pick<Workbench, 'figures'>) {
  const role = useSession()?.role
  if (role === undefined) return null
  const people = figures.find(({ key }) => key === 'teachers')?.value ?? 0
  const quality = pathOfPage(role, 'quality-report')
  const archives = pathOfPage(role, 'archive-overview')
  if (people === 0)
    return (
      <div className="home-next">
        <NoTeachers role={role} />
      </div>
    )
  return (
    <div className="home-next">
      <p>暂无待审核资料，可以先看看教师档案还缺什么。</p>
      {quality !== '' && (
        <ButtonLink to={quality} look="primary">
          检查数据质量
        </ButtonLink>
      )}
      {archives !== '' && <ButtonLink to={archives}>查看教师档案</ButtonLink>}
    </div>
  )
}
