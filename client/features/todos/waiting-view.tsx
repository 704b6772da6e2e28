import { useState } from 'react'
import { urgencies, type TodoAct, type TodoCounts, type TodoItem } from '../../../catalogue/contract/todos.ts'
import { ReasonDialog } from '../../engine/record/reason-dialog.tsx'
import type { ListRequest } from '../../engine/list/use-asked.ts'
import { useShortcuts } from '../../engine/review/shortcuts.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { linkIdOf, TodoRow, type RowActs } from './todo-row.tsx'
import { queryOf, useActs, useWaiting } from './use-todos.ts'
import { groupWords } from './words.ts'

const returning = {
  title: '退回修改',
  text: '退回后由提交人修改再交。请写明要改什么；要指明具体栏目的，请打开该记录退回。',
  ok: '退回',
  label: '原因',
} as const

/** What waits for me: read, decided and passed over with the keyboard as in the review queue. */
export function WaitingView({
  asked,
  counts,
}: {
  asked: Pick<ListRequest<string>, 'filter' | 'sort' | 'isNarrowed' | 'clear'>
  counts: TodoCounts | undefined
}) {
  const waiting = useWaiting(queryOf(asked))
  const items = waiting.data?.pages.flatMap(({ list }) => list) ?? []
  const desk = useDesk(items)
  const grouped = asked.sort !== 'newest'
  return (
    <Loaded answer={waiting} failed="待办事项打开失败" lines={10}>
      {({ pages }) =>
        items.length === 0 ? (
          <NothingWaits narrowed={asked.isNarrowed} onClear={asked.clear} />
        ) : (
          <>
            <Groups
              items={items}
              desk={desk}
              grouped={grouped}
              counts={asked.isNarrowed ? undefined : counts}
            />
            {waiting.hasNextPage && (
              <Button
                className="todo-next"
                busy={waiting.isFetchingNextPage}
                onClick={() => void waiting.fetchNextPage()}
              >
                下一页（已显示 {items.length} 件，共 {thousands(pages[0]?.total ?? 0)} 件）
              </Button>
            )}
            <ChosenBar desk={desk} />
            {desk.returns && <ReasonDialog question={returning} busy={desk.busy} onAnswer={desk.onReason} />}
          </>
        )
      }
    </Loaded>
  )
}

function NothingWaits({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  return (
    <Empty
      text={narrowed ? '没有符合这些条件的待办事项。' : '暂无待办事项。'}
      action={narrowed && <Button onClick={onClear}>查看全部</Button>}
    />
  )
}

interface Desk extends RowActs {
  readonly current: string | null
  readonly opened: string | null
  readonly chosen: ReadonlySet<string>
  readonly choose: (ids: ReadonlySet<string>) => void
  readonly passChosen: () => void
  readonly returns: TodoItem | null
  readonly onReason: (reason: string | null) => void
}

/** What is turned to, unfolded and chosen, with the keys J, K, A and R. */
function useDesk(items: readonly TodoItem[]): Desk {
  const [current, setCurrent] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [returns, setReturns] = useState<TodoItem | null>(null)
  const at = items.findIndex(({ id }) => id === current)
  const acts = useActs((ids) => {
    const rest = items.slice(Math.max(0, at)).find(({ id }) => !ids.includes(id))
    setCurrent(rest?.id ?? null)
    setOpened(null)
    choose(new Set([...chosen].filter((id) => !ids.includes(id))))
  })
  const step = (by: 1 | -1) => {
    const next = items[at + by]
    if (!next) return notify.info(by === 1 ? '已经是最后一件' : '已经是第一件')
    setCurrent(next.id)
    document.getElementById(linkIdOf(next.id))?.focus()
  }
  const onAct = (item: TodoItem, act: TodoAct) =>
    act === 'return' ? setReturns(item) : acts.one({ item, act })
  const onKey = (act: TodoAct) => {
    const item = items[at]
    if (!item) return notify.info('请先按 J 选一件')
    if (act === 'approve' && item.acts.includes('confirm')) return onAct(item, 'confirm')
    if (!item.acts.includes(act)) return notify.info('该事项请按 Enter 打开后办理')
    // What is approved was seen: the first press unfolds it.
    if (act === 'approve' && opened !== item.id) return setOpened(item.id)
    onAct(item, act)
  }
  useShortcuts({
    J: () => step(1),
    K: () => step(-1),
    A: () => onKey('approve'),
    R: () => onKey('return'),
  })
  return {
    current,
    opened,
    chosen,
    choose,
    returns,
    busy: acts.busy,
    onAct,
    onOpen: (id) => {
      setOpened(id)
      if (id !== null) setCurrent(id)
    },
    passChosen: () => acts.many([...chosen]),
    onReason: (reason) => {
      setReturns(null)
      if (returns && reason !== null) acts.one({ item: returns, act: 'return', reason })
    },
  }
}

function Groups({
  items,
  desk,
  grouped,
  counts,
}: {
  items: readonly TodoItem[]
  desk: Desk
  grouped: boolean
  counts: TodoCounts | undefined
}) {
  const rows = (of: readonly TodoItem[]) => of.map((item) => <Row key={item.id} item={item} desk={desk} />)
  if (!grouped)
    return (
      <ol className="todos" aria-label="待办事项">
        {rows(items)}
      </ol>
    )
  const many = counts && {
    overdue: counts.overdue,
    soon: counts.soon,
    later: counts.total - counts.overdue - counts.soon,
  }
  return urgencies.map((urgency) => {
    const own = items.filter((item) => item.urgency === urgency)
    const { title, note } = groupWords[urgency]
    return own.length === 0 ? null : (
      <section key={urgency} className={`todo-group todo-group-${urgency}`}>
        <h2>
          {title}　{thousands(many?.[urgency] ?? own.length)} 件{note && <span>{note}</span>}
        </h2>
        <ol className="todos" aria-label={title}>
          {rows(own)}
        </ol>
      </section>
    )
  })
}

function Row({ item, desk }: { item: TodoItem; desk: Desk }) {
  const { chosen, choose } = desk
  const toggle = () => {
    const next = new Set(chosen)
    if (!next.delete(item.id)) next.add(item.id)
    choose(next)
  }
  return (
    <TodoRow
      item={item}
      opened={desk.opened === item.id}
      current={desk.current === item.id}
      choice={item.acts.includes('approve') ? { chosen: chosen.has(item.id), onChange: toggle } : undefined}
      onOpen={desk.onOpen}
      onAct={desk.onAct}
      busy={desk.busy}
    />
  )
}

function ChosenBar({ desk: { chosen, choose, passChosen, busy } }: { desk: Desk }) {
  if (chosen.size === 0) return null
  return (
    <StickyBar note={`已选 ${chosen.size} 件`}>
      <Button onClick={() => choose(new Set())}>清除选择</Button>
      <Button look="primary" icon="check" busy={busy} onClick={passChosen}>
        通过 {chosen.size} 件
      </Button>
    </StickyBar>
  )
}
