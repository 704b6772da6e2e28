import { Link, useSearchParams } from 'react-router'
import type { TaskLine } from '../../../catalogue/contract/archive-tasks.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { NewTaskPage } from './new-task-page.tsx'
import { Progress } from './progress.tsx'
import { TaskPage } from './task-page.tsx'
import { useTasks } from './use-tasks.ts'
import './archive-tasks.css'

/** 采集任务 of an office: what it has completed below it, and what the offices above ask of it. */
export function ArchiveTasksPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const isOffice = (useSession()?.role ?? 0) >= 4
  const task = search.get('task')
  if (task !== null) return <TaskPage key={task} entry={entry} id={task} />
  if (isOffice && search.get('act') === 'new') return <NewTaskPage entry={entry} />
  return <TaskList entry={entry} isOffice={isOffice} />
}

const states = [
  { key: 'open', label: '进行中' },
  { key: 'ended', label: '已结束' },
] as const

function TaskList({ entry, isOffice }: { entry: PageEntry; isOffice: boolean }) {
  const asked = useAsked(['state'])
  const state = asked.of('state') === 'ended' ? 'ended' : 'open'
  const answer = useTasks({ state, page: asked.page, pageSize: 20 })
  const begin = `${entry.path}?act=new`
  return (
    <PageFrame
      title={entry.title}
      note={
        isOffice ? '人员在下达时确定；档案生效后自动记为已补齐' : '上级单位要求补齐的档案，按本校人员统计'
      }
      actions={
        isOffice && (
          <ButtonLink to={begin} look="primary">
            下达任务
          </ButtonLink>
        )
      }
    >
      <StateTabs
        label="任务的状态"
        tabs={states}
        current={state}
        onSelect={(key) => asked.put({ state: key === 'open' ? '' : key })}
      />
      <Loaded answer={answer} failed="采集任务打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={state === 'open' ? '暂无进行中的采集任务。' : '暂无已结束的采集任务。'}
              action={isOffice && state === 'open' ? <ButtonLink to={begin}>下达任务</ButtonLink> : undefined}
            />
          ) : (
            <>
              <LineTable
                label="采集任务"
                lines={data.list}
                columns={columnsOf(entry)}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="archive-task"
              />
              {data.total > data.pageSize && <Pager {...data} onPage={asked.setPage} />}
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

const columnsOf = (entry: PageEntry): readonly LineColumn<TaskLine>[] => [
  {
    key: 'title',
    title: '任务',
    wide: true,
    render: ({ id, title }) => <Link to={`${entry.path}?task=${id}`}>{title}</Link>,
  },
  { key: 'office', title: '下达单位', render: ({ office, mine }) => (mine ? '本单位' : office) },
  { key: 'dueOn', title: '期限', render: ({ dueOn, endedOn }) => endedOn ?? dueOn },
  { key: 'people', title: '涉及人数', figure: true, render: ({ people }) => people },
  { key: 'waiting', title: '待补齐', figure: true, render: ({ waiting }) => waiting },
  { key: 'done', title: '进度', render: (line) => <Progress of={line} label={line.title} /> },
]
