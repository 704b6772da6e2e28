import { useState } from 'react'
import type { StudioBoard, StudioTask } from '../../../catalogue/contract/teaching/studios.ts'
import { lateLights } from '../../../catalogue/teaching/studio-lights.ts'
import { measures } from '../../../catalogue/teaching/studio-measures.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useTaskEvidence } from './use-studios.ts'
import { LightMark } from './words.tsx'

/** The tasks of the year; a number opens the list that was counted. */
export function TasksPart({ board, planPath }: { board: StudioBoard; planPath: string }) {
  const [opened, setOpened] = useState<number | null>(null)
  const { tasks, year } = board
  return (
    <Panel
      title="年度任务"
      beside={
        <span className="x-soft x-dense">
          {year.frozenOn === null ? '黑线是按时间应到的位置' : `${year.frozenOn} 冻结，不再变动`}
        </span>
      }
      extra={
        year.mayPlan && (
          <ButtonLink to={planPath}>{tasks.length === 0 ? '写年度任务' : '调整任务'}</ButtonLink>
        )
      }
    >
      {tasks.length === 0 ? (
        <Empty
          text="本年度暂无任务。"
          {...(year.mayPlan && { action: <ButtonLink to={planPath}>写年度任务</ButtonLink> })}
        />
      ) : (
        <LineTable
          label="年度任务"
          lines={tasks}
          columns={columnsOf(board, setOpened)}
          keyOf={({ no }) => String(no)}
          stale={false}
          testId="studio-task"
        />
      )}
      {opened !== null && (
        <Evidence id={board.id} year={year.no} no={opened} onClose={() => setOpened(null)} />
      )}
    </Panel>
  )
}

const columnsOf = ({ as }: StudioBoard, open: (no: number) => void): LineColumn<StudioTask>[] => [
  { key: 'label', title: '任务', wide: true, render: ({ label }) => label },
  {
    key: 'target',
    title: '目标',
    figure: true,
    render: ({ target }) => <span className="x-num">{target}</span>,
  },
  {
    key: 'done',
    title: '完成',
    figure: true,
    render: ({ done, measure, label, no }) =>
      measure === 'stated' || as === 'member' ? (
        <span className="x-num">{done}</span>
      ) : (
        <Counted label={label} many={done} onOpen={() => open(no)} />
      ),
  },
  ...(as === 'member'
    ? [
        {
          key: 'own',
          title: '其中本人',
          figure: true as const,
          render: ({ own, label, no }: StudioTask) =>
            own !== null && <Counted label={label} many={own} onOpen={() => open(no)} />,
        },
      ]
    : []),
  { key: 'bar', title: '进度', render: (task) => <Bar task={task} /> },
  { key: 'light', title: '状态', render: ({ light }) => <LightMark light={light} /> },
  {
    key: 'from',
    title: '从哪里数的',
    render: ({ measure, dueOn, note }) => (
      <span className="x-soft x-dense">
        {measures[measure].counted}
        {dueOn !== null && `；期限 ${dueOn}`}
        {note !== '' && `；${note}`}
      </span>
    ),
  },
]

/** A number that opens what was counted. */
function Counted({ label, many, onOpen }: { label: string; many: number; onOpen: () => void }) {
  return (
    <Button look="text" onClick={onOpen}>
      <span className="x-hidden">{label}完成</span>
      <b className="x-num">{many}</b>
      <span className="x-hidden">，看是哪几条</span>
    </Button>
  )
}

const share = (part: number, whole: number): string => `${Math.min(100, (100 * part) / whole)}%`

/** A bar of what is done, with a line where it should be by the time that has gone. */
function Bar({ task: { done, target, expected, light } }: { task: StudioTask }) {
  const late = lateLights.includes(light)
  return (
    <div className="studio-bar">
      <span className="x-hidden">{`按时间应有 ${expected}`}</span>
      <span
        className={late ? 'studio-bar-done studio-bar-late' : 'studio-bar-done'}
        style={{ inlineSize: share(done, target) }}
      />
      <span className="studio-bar-time" style={{ insetInlineStart: share(expected, target) }} />
    </div>
  )
}

/** What was counted for a task, one line a thing. */
function Evidence({ id, year, no, onClose }: { id: string; year: number; no: number; onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  const answer = useTaskEvidence(id, year, no)
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby="studio-evidence">
      <Loaded answer={answer} failed="打开失败" lines={5}>
        {({ label, counted, done, list }) => (
          <>
            <h2 id="studio-evidence">
              {label}：<span className="x-num">{done}</span> 条
            </h2>
            <p className="x-soft">{counted}。成员只计在工作室里的日子。</p>
            {list.length === 0 ? (
              <Empty text="本年度暂无记录。产生记录后自动计入，无需上传。" />
            ) : (
              <LineTable
                label={label}
                lines={list}
                columns={[
                  { key: 'title', title: '内容', wide: true, render: ({ title }) => title },
                  { key: 'people', title: '谁', render: ({ people }) => people },
                  { key: 'day', title: '日期', render: ({ day }) => day },
                ]}
                keyOf={({ ref }) => ref}
                stale={false}
                testId="studio-fact"
              />
            )}
          </>
        )}
      </Loaded>
      <footer>
        <Button onClick={onClose}>关闭</Button>
      </footer>
    </dialog>
  )
}
