import { useState } from 'react'
import type {
  Board,
  BoardQuery,
  RoundExperts,
  RoundView,
} from '../../../../catalogue/contract/review/rounds.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { conflictLabels } from '../../../../catalogue/reviews/conflict-kinds.ts'
import { taskStates } from '../../../../catalogue/reviews/task.ts'
import { useAsked } from '../../../engine/list/use-asked.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { listTime } from '../../../platform/format.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { StateTabs } from '../../../ui/layout/state-tabs.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { TaskActs } from './task-acts.tsx'
import { useBoard, useRoundExperts } from './use-rounds.ts'

const groups: Readonly<Record<BoardQuery['show'], string>> = {
  all: '全部材料',
  short: '专家不足',
  late: '到期或逾期',
  conflict: '有提示',
  avoided: '换过专家',
}
const groupNames = ['all', 'short', 'late', 'conflict', 'avoided'] as const satisfies BoardQuery['show'][]

type Item = Board['list'][number]

/** Each item with its experts and where they stand; never a score. */
export function BoardPart({ round }: { round: RoundView }) {
  const asked = useAsked(['show'])
  const current = groupNames.find((name) => name === asked.of('show')) ?? 'all'
  const answer = useBoard(round, { show: current, page: asked.page })
  const [choosing, setChoosing] = useState<Item | null>(null)
  return (
    <Loaded answer={answer} failed="评审进度打开失败" lines={10}>
      {(data) => (
        <>
          <StateTabs
            label="材料"
            tabs={groupNames.map((key) => ({ key, label: groups[key], count: data.counts[key] }))}
            current={current}
            onSelect={(show) => asked.put({ show })}
          />
          {data.list.length === 0 ? (
            <Empty text={round.assigning ? '正在分配专家。' : '没有这样的材料。'} />
          ) : (
            <>
              <LineTable
                label="材料和专家"
                lines={data.list}
                columns={columnsOf(round, setChoosing)}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="board-line"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )}
          {choosing && <AssignDialog round={round.id} item={choosing} onClose={() => setChoosing(null)} />}
        </>
      )}
    </Loaded>
  )
}

const columnsOf = (round: RoundView, onChoose: (item: Item) => void): LineColumn<Item>[] => [
  {
    key: 'title',
    title: '材料',
    wide: true,
    render: ({ code, title, applicants, institution, subject }) => (
      <div>
        <b>
          <span className="x-num">{code}</span>　{title}
        </b>
        <span className="er-of x-faint">
          {[applicants.join('、'), institution, subject === null ? '' : labelOf('subject', subject)]
            .filter((text) => text !== '')
            .join('　')}
        </span>
      </div>
    ),
  },
  {
    key: 'covered',
    title: '专家',
    figure: true,
    render: ({ covered, wanted }) => (
      <span className={covered < wanted ? 'xr-fault' : ''}>
        {covered} / {wanted}
      </span>
    ),
  },
  {
    key: 'tasks',
    title: '评审',
    render: (item) => (
      <div className="er-tasks">
        {item.tasks.map((task) => (
          <TaskLine key={task.id} round={round} task={task} title={item.title} />
        ))}
        {round.state === 'open' && !round.assigning && item.covered < item.wanted && (
          <Button icon="add" onClick={() => onChoose(item)}>
            指派专家<span className="x-hidden">：{item.title}</span>
          </Button>
        )}
      </div>
    ),
  },
]

/** One expert of an item: the state, what is odd about it, and what may be done. */
function TaskLine(props: { round: RoundView; task: Item['tasks'][number]; title: string }) {
  const { round, task } = props
  const isOpen = task.state === 'assigned' || task.state === 'reviewing'
  return (
    <div className="er-task" data-state={task.state}>
      <b>{task.expert}</b>
      <span className={isOpen || task.state === 'submitted' ? 'x-soft' : 'x-faint'}>
        {task.kind === 'arbitration' && '加评　'}
        {taskStates[task.state]}
      </span>
      {isOpen && (
        <span className={task.late ? 'xr-fault' : 'x-faint'}>
          {listTime(task.dueAt)} {task.late ? '到期' : '截止'}
        </span>
      )}
      {task.conflicts.length > 0 && (
        <span className="xr-tag xr-tag-accent">
          提示：{task.conflicts.map((kind) => conflictLabels[kind]).join('、')}
        </span>
      )}
      {task.reason !== null && <span className="x-faint">原因：{task.reason}</span>}
      {round.state === 'open' && <TaskActs {...props} />}
    </div>
  )
}

type Expert = RoundExperts['list'][number]

const expertColumns: readonly LineColumn<Expert>[] = [
  { key: 'name', title: '专家', wide: true, render: ({ name }) => name },
  { key: 'open', title: '待评', figure: true, render: ({ open }) => open },
  { key: 'submitted', title: '已提交', figure: true, render: ({ submitted }) => submitted },
  {
    key: 'late',
    title: '到期或逾期',
    figure: true,
    render: ({ late }) => <span className={late > 0 ? 'xr-fault' : ''}>{late}</span>,
  },
  { key: 'avoided', title: '回避或收走', figure: true, render: ({ avoided }) => avoided },
]

/** The load of each expert of the round; those who are late come first. */
export function ExpertsPart({ round }: { round: RoundView }) {
  const answer = useRoundExperts(round)
  return (
    <Loaded answer={answer} failed="专家打开失败" lines={6}>
      {({ list: experts }) =>
        experts.length === 0 ? (
          <Empty text="尚未分配专家。" />
        ) : (
          <LineTable
            label="专家的进度"
            lines={experts}
            columns={expertColumns}
            keyOf={({ id }) => String(id)}
            stale={false}
          />
        )
      }
    </Loaded>
  )
}
