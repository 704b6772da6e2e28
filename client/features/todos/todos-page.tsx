import { useSearchParams } from 'react-router'
import { todoKinds, type TodoCounts } from '../../../catalogue/contract/todos.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked, type ListRequest } from '../../engine/list/use-asked.ts'
import { useOpening } from '../../engine/list/views/use-opening.ts'
import { ViewBar } from '../../engine/list/views/view-bar.tsx'
import { useSession } from '../../platform/session/session.ts'
import { thousands } from '../../platform/format.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { HandOver } from './hand-over-dialog.tsx'
import { OfficesView } from './offices-view.tsx'
import { OneTodo } from './one-todo.tsx'
import { SubmittedView } from './submitted-view.tsx'
import { queryOf, useCounts } from './use-todos.ts'
import { WaitingView } from './waiting-view.tsx'
import { groupWords } from './words.ts'
import '../../engine/review/review.css'
import './todos.css'

const views = ['waiting', 'submitted', 'offices'] as const
type View = (typeof views)[number]
const labels = { waiting: '待办事项', submitted: '我提交的', offices: '办理用时' } as const satisfies Record<
  View,
  string
>
const keys = ['f.kind', 'f.type', 'f.urgency', 'f.mine', 'place', 'q'] as const
type Key = (typeof keys)[number]

/** Which of the three lists somebody has: who is above others sees how they do. */
const viewsOf = (role: number): readonly View[] => {
  if (role >= 4 && role <= 6) return views
  return role >= 2 && role <= 6 ? ['waiting', 'submitted'] : ['waiting']
}

/**
 * Everything that waits for me, what I handed in, and how the offices below do. All of it stands in the
 * address.
 */
export function TodosPage({ entry }: { entry: PageEntry }) {
  const role = useSession()?.role ?? 2
  const [search, setSearch] = useSearchParams()
  const shown = viewsOf(role)
  const view = shown.find((one) => one === search.get('view')) ?? 'waiting'
  const { data: counts } = useCounts()
  return (
    <PageFrame title={entry.title} note={counts && <Summary counts={counts} />}>
      {shown.length > 1 && (
        <StateTabs
          label="名单"
          tabs={shown.map((key) => ({
            key,
            label: labels[key],
            ...(key === 'waiting' && counts && { count: counts.total }),
          }))}
          current={view}
          onSelect={(key) => setSearch(key === 'waiting' ? {} : { view: key })}
        />
      )}
      {view === 'waiting' && <Waiting role={role} counts={counts} />}
      {view === 'submitted' && <Submitted />}
      {view === 'offices' && <OfficesView />}
    </PageFrame>
  )
}

function Submitted() {
  return <SubmittedView asked={useAsked(['kind', 'state'])} />
}

function Summary({ counts: { overdue, soon } }: { counts: TodoCounts }) {
  return (
    <>
      {overdue > 0 && <b className="todo-late">{thousands(overdue)} 件超期　</b>}
      {soon > 0 && <span className="todo-soon">{thousands(soon)} 件三天内到期</span>}
    </>
  )
}

function Waiting({ role, counts }: { role: number; counts: TodoCounts | undefined }) {
  const asked = useAsked(keys)
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  const waits = useOpening('todos', 'todo')
  if (id !== null)
    return (
      <OneTodo
        id={id}
        filter={queryOf(asked)}
        onGo={(to) =>
          setSearch((now) => {
            const next = new URLSearchParams(now)
            if (to === null) next.delete('id')
            else next.set('id', to)
            return next
          })
        }
      />
    )
  return (
    <>
      <KindSegment asked={asked} counts={counts} />
      <ViewBar list="todos" type="todo" />
      <FilterBar
        {...(role > 1 && role < 7 && { search: { key: 'q' as const, label: '搜索', hint: '姓名或标题' } })}
        filters={filtersOf(role, counts)}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <Button
          look="text"
          aria-pressed={asked.sort === 'newest'}
          onClick={() => asked.put({ sort: asked.sort === 'newest' ? '' : 'newest' })}
        >
          按时间倒序
        </Button>
        {asked.of('f.mine') === 'hand' && <HandOver />}
        <p className="todo-keys x-soft" aria-label="快捷键">
          <Kbd>J</Kbd>
          <Kbd>K</Kbd> 移动 <Kbd>Enter</Kbd> 打开 <Kbd>A</Kbd> 通过 <Kbd>R</Kbd> 退回
        </p>
      </FilterBar>
      {waits ? <Skeleton lines={10} /> : <WaitingView asked={asked} counts={counts} />}
    </>
  )
}

function KindSegment({ asked, counts }: { asked: ListRequest<Key>; counts: TodoCounts | undefined }) {
  const current = asked.of('f.kind')
  const choose = (kind: string) => asked.put({ 'f.kind': kind, 'f.type': '' })
  return (
    <fieldset className="xr-segment todo-kinds" aria-label="类别">
      <button type="button" aria-pressed={current === ''} onClick={() => choose('')}>
        全部 {counts ? thousands(counts.total) : ''}
      </button>
      {(counts?.kinds ?? []).map(({ kind, count }) => (
        <button key={kind} type="button" aria-pressed={current === kind} onClick={() => choose(kind)}>
          {todoKinds[kind]} {thousands(count)}
        </button>
      ))}
    </fieldset>
  )
}

function filtersOf(role: number, counts: TodoCounts | undefined): readonly BarFilter<Key>[] {
  const types = new Map((counts?.types ?? []).map(({ type, title, count }) => [type, `${title} ${count}`]))
  return [
    {
      kind: 'choice',
      key: 'f.type',
      label: '事项',
      options: [...types].map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'choice',
      key: 'f.urgency',
      label: '时限',
      options: Object.entries(groupWords).map(([value, { title }]) => ({ value, label: title })),
    },
    ...(role >= 3 && role <= 6
      ? [
          {
            kind: 'choice',
            key: 'f.mine',
            label: '归属',
            options: [
              { value: 'hand', label: '转交给我的' },
              { value: 'opinion', label: '征求我意见的' },
            ],
          } as const,
        ]
      : []),
    ...(role >= 4 && role <= 6 ? [{ kind: 'place', key: 'place', label: '单位' } as const] : []),
  ]
}
