import {
  personStates,
  personStateWords,
  type TaskPerson,
  type TaskView,
} from '../../../catalogue/contract/archive-tasks.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { useTaskPeople } from './use-tasks.ts'

const columns: readonly LineColumn<TaskPerson>[] = [
  { key: 'name', title: '姓名', wide: true, render: ({ name }) => name },
  { key: 'institution', title: '单位', render: ({ institution }) => institution },
  { key: 'state', title: '状态', render: ({ state }) => personStateWords[state] },
  { key: 'at', title: '自', render: ({ at }) => at },
]

/** The people of a task in the reader's scope, by where they stand. */
export function PeoplePart({ task }: { task: TaskView }) {
  const asked = useAsked(['place', 'state'])
  const state = personStates.find((one) => one === asked.of('state')) ?? 'waiting'
  const place = asked.of('place')
  const answer = useTaskPeople(task.id, {
    state,
    page: asked.page,
    pageSize: 20,
    ...(place !== '' && { place }),
  })
  const where = task.places.find(({ id }) => String(id) === place)
  return (
    <Panel
      title="人员名单"
      beside={
        where && (
          <Button look="text" onClick={() => asked.put({ place: '' })}>
            {where.name}，看全部
          </Button>
        )
      }
    >
      <StateTabs
        label="人员的状态"
        tabs={personStates
          .filter((key) => key !== 'left' || task.left > 0)
          .map((key) => ({
            key,
            label: personStateWords[key],
            count: (where ?? task)[key],
          }))}
        current={state}
        onSelect={(key) => asked.put({ state: key === 'waiting' ? '' : key })}
      />
      <div className="tasks-export">
        <ExportButton
          title={`采集任务：${task.title}`}
          list="archiveTaskPeople"
          query={{ id: task.id, state, ...(place !== '' && { place }) }}
          columns={columns.map(({ key, title }) => ({ key, title }))}
          total={answer.data?.total}
          unit="人"
        />
      </div>
      <Loaded answer={answer} failed="人员名单打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text={state === 'waiting' ? '已全部补齐。' : `暂无${personStateWords[state]}的人员。`} />
          ) : (
            <>
              <LineTable
                label="人员名单"
                lines={data.list}
                columns={columns}
                keyOf={({ teacherId }) => String(teacherId)}
                stale={answer.isPlaceholderData}
                testId="task-person"
              />
              {data.total > data.pageSize && <Pager {...data} onPage={asked.setPage} />}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}
