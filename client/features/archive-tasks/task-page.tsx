import { useState } from 'react'
import type { TaskPlace, TaskView } from '../../../catalogue/contract/archive-tasks.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { PeoplePart } from './people-part.tsx'
import { Progress } from './progress.tsx'
import { sentWords, TaskFields, wordFields, type TaskWords } from './task-fields.tsx'
import { useTask, useTaskCalls } from './use-tasks.ts'
import './archive-tasks.css'

/** One task: how far it is, by place, and who still has to complete something. */
export function TaskPage({ entry, id }: { entry: PageEntry; id: string }) {
  const answer = useTask(id)
  return (
    <Loaded answer={answer} failed="采集任务打开失败" lines={8}>
      {(task) => <Task entry={entry} task={task} />}
    </Loaded>
  )
}

function Task({ entry, task }: { entry: PageEntry; task: TaskView }) {
  const [isChanging, setChanging] = useState(false)
  const isOpen = task.endedOn === null
  return (
    <PageFrame
      title={task.title}
      crumbs={[{ label: entry.title, to: entry.path }, { label: task.title }]}
      note={`${task.mine ? '本单位' : task.office} ${task.beganOn} 下达，${isOpen ? `期限 ${task.dueOn}` : `${task.endedOn} 结束`}`}
      actions={task.mine && isOpen && <TaskActs task={task} onChange={() => setChanging(true)} />}
    >
      <div className="tasks-parts">
        <Panel title="进度" beside={<span className="x-soft x-note">{task.lookedAt} 统计</span>}>
          <p className="tasks-facts" data-testid="task-facts">
            <span>
              涉及 <b className="x-num">{task.people}</b> 人
            </span>
            <span>
              已补齐 <b className="x-num">{task.done}</b> 人
            </span>
            <span>
              待补齐 <b className="x-num">{task.waiting}</b> 人
            </span>
            {task.left > 0 && (
              <span>
                不再属于范围 <b className="x-num">{task.left}</b> 人
              </span>
            )}
            <Progress of={task} label={task.title} />
          </p>
          {task.note !== '' && <p>{task.note}</p>}
          <p className="x-soft">{task.sentence}</p>
        </Panel>
        {isChanging && <ChangeForm task={task} onDone={() => setChanging(false)} />}
        {task.places.length > 1 && <Places task={task} />}
        <PeoplePart task={task} />
      </div>
    </PageFrame>
  )
}

function TaskActs({ task, onChange }: { task: TaskView; onChange: () => void }) {
  const { urge, end } = useTaskCalls()
  const { busy, faults, run } = useAct([])
  const ending = async () => {
    const sure = await confirm({
      title: `结束“${task.title}”`,
      text: `还有 ${task.waiting} 人待补齐。结束后待办随之消失，进度保留。`,
      ok: '结束任务',
      danger: true,
    })
    if (sure) await run(async () => void (await end(task.id, task.version)))
  }
  const urging = () =>
    run(async () => {
      const { offices, people } = await urge(task.id)
      notify.success(`已通知 ${people} 位教师和 ${offices} 个学校账号`)
    })
  return (
    <span className="tasks-acts">
      {faults['form'] !== undefined && (
        <span role="alert" className="x-soft">
          {faults['form']}
        </span>
      )}
      <Button busy={busy} disabled={task.waiting === 0} onClick={() => void urging()}>
        催办
      </Button>
      <Button onClick={onChange}>修改</Button>
      <Button busy={busy} onClick={() => void ending()}>
        结束任务
      </Button>
    </span>
  )
}

function ChangeForm({ task, onDone }: { task: TaskView; onDone: () => void }) {
  const [words, setWords] = useState<TaskWords>(task)
  const { change } = useTaskCalls()
  const { busy, faults, run } = useAct(wordFields)
  const save = () =>
    run(async () => {
      await change(task.id, { version: task.version, ...sentWords(words) })
      onDone()
    })
  return (
    <Panel title="修改任务">
      <form
        className="tasks-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TaskFields words={words} faults={faults} onChange={(part) => setWords({ ...words, ...part })} />
        {faults['form'] !== undefined && <ErrorBox title="保存失败" detail={faults['form']} />}
        <p className="tasks-acts">
          <Button type="submit" look="primary" busy={busy}>
            保存
          </Button>
          <Button onClick={onDone}>取消</Button>
        </p>
      </form>
    </Panel>
  )
}

/** Progress by place; a press narrows the names below. */
function Places({ task }: { task: TaskView }) {
  const asked = useAsked(['place', 'state'])
  const columns: readonly LineColumn<TaskPlace>[] = [
    {
      key: 'name',
      title: '单位',
      wide: true,
      render: ({ id, name }) => (
        <Button look="text" onClick={() => asked.put({ place: String(id) })}>
          {name}
        </Button>
      ),
    },
    { key: 'people', title: '涉及', figure: true, render: ({ people }) => people },
    { key: 'done', title: '已补齐', figure: true, render: ({ done }) => done },
    { key: 'waiting', title: '待补齐', figure: true, render: ({ waiting }) => waiting },
    { key: 'progress', title: '进度', render: (line) => <Progress of={line} label={line.name} /> },
  ]
  return (
    <Panel title="按单位" beside={<span className="x-soft x-note">待补齐多的在前</span>} flush>
      <LineTable
        label="按单位的进度"
        lines={task.places}
        columns={columns}
        keyOf={({ id }) => String(id)}
        stale={false}
        testId="task-place"
      />
    </Panel>
  )
}
