import { useState } from 'react'
import type { TodoAct, TodoItem } from '../../../catalogue/contract/todos.ts'
import { ReasonDialog } from '../../engine/record/reason-dialog.tsx'
import { useShortcuts } from '../../engine/review/shortcuts.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TodoRow } from './todo-row.tsx'
import { useActs, useTodo, type Filter } from './use-todos.ts'

const returning = {
  title: '退回修改',
  text: '退回后由提交人修改再交。请写明要改什么。',
  ok: '退回',
  label: '原因',
} as const

/** One to-do by its address, with the one before and after it in the same list. */
export function OneTodo({
  id,
  filter,
  onGo,
}: {
  id: string
  filter: Filter
  /** Null goes back to the list. */
  onGo: (id: string | null) => void
}) {
  const { data, error } = useTodo(id, filter)
  const [returns, setReturns] = useState<TodoItem | null>(null)
  const acts = useActs(() => onGo(data?.next ?? data?.previous ?? null))
  const go = (to: string | null | undefined, otherwise: string) => (to ? onGo(to) : notify.info(otherwise))
  const next = () => go(data?.next, '已经是最后一件')
  const previous = () => go(data?.previous, '已经是第一件')
  const onAct = (item: TodoItem, act: TodoAct) =>
    act === 'return' ? setReturns(item) : acts.one({ item, act })
  const onKey = (act: TodoAct) => {
    if (data?.item.acts.includes(act)) onAct(data.item, act)
    else notify.info('请进入详情办理')
  }
  useShortcuts({ J: next, K: previous, A: () => onKey('approve'), R: () => onKey('return') })
  return (
    <>
      <div className="todo-between">
        <Button look="text" icon="left" onClick={() => onGo(null)}>
          返回名单
        </Button>
        <Button icon="up" onClick={previous} disabled={!data?.previous}>
          上一件
        </Button>
        <Button icon="down" onClick={next} disabled={!data?.next}>
          下一件
        </Button>
      </div>
      {error && (
        <Empty text={sentenceOf(error)} action={<Button onClick={() => onGo(null)}>返回名单</Button>} />
      )}
      {!data && !error && <Skeleton lines={5} />}
      {data && (
        <ol className="todos" aria-label="待办事项">
          <TodoRow
            key={data.item.id}
            item={data.item}
            opened={data.item.acts.includes('approve')}
            current={false}
            onOpen={() => onGo(null)}
            onAct={onAct}
            busy={acts.busy}
          />
        </ol>
      )}
      {returns && (
        <ReasonDialog
          question={returning}
          busy={acts.busy}
          onAnswer={(reason) => {
            setReturns(null)
            if (reason !== null) acts.one({ item: returns, act: 'return', reason })
          }}
        />
      )}
    </>
  )
}
