import { useState } from 'react'
import { Link } from 'react-router'
import { todoKinds, type TodoAct, type TodoItem } from '../../../catalogue/contract/todos.ts'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'
import { HandDialog } from './hand-dialog.tsx'
import { useColleagues } from './use-hands.ts'
import { TodoHands } from './todo-hands.tsx'
import { TodoChanges } from './todo-changes.tsx'
import { dueWords, waitedWords } from './words.ts'

export interface RowActs {
  readonly onOpen: (id: string | null) => void
  readonly onAct: (item: TodoItem, act: TodoAct) => void
  readonly busy: boolean
}

/** The link of a row, which J and K move the focus to. */
export const linkIdOf = (id: string): string => `todo-${id}`

/** A to-do: what it is, whose, since when and until when, and what may be done here. */
export function TodoRow({
  item,
  opened,
  current,
  choice,
  ...acts
}: RowActs & {
  item: TodoItem
  opened: boolean
  current: boolean
  choice?: { readonly chosen: boolean; readonly onChange: () => void } | undefined
}) {
  const { id, kind, typeTitle, title, note, institution, urgency, waitingDays, escalatedAt, link } = item
  return (
    <li
      className={`todo todo-${urgency}${opened ? ' todo-opened' : ''}`}
      data-testid="todo"
      data-id={id}
      aria-current={current ? 'true' : undefined}
    >
      <div className="todo-choice">
        {choice && (
          <label>
            <input type="checkbox" checked={choice.chosen} onChange={choice.onChange} />
            <span className="x-hidden">选择：{title}</span>
          </label>
        )}
      </div>
      <div className="todo-kind x-soft">
        <div>{todoKinds[kind]}</div>
        <div>{typeTitle}</div>
      </div>
      <div className="todo-what">
        <Link id={linkIdOf(id)} to={link}>
          {title}
        </Link>
        <p className="x-soft">{[institution, note].filter(Boolean).join('　')}</p>
      </div>
      <div className="todo-when">
        <b>{dueWords(item)}</b>
        <p className="x-soft">{waitedWords(waitingDays)}</p>
        {escalatedAt && <p className="todo-told">{listTime(escalatedAt)} 已通知上一级</p>}
      </div>
      <RowButtons item={item} opened={opened} {...acts} />
      <TodoHands item={item} />
      {opened && <OpenedRow item={item} {...acts} />}
    </li>
  )
}

function RowButtons({ item, opened, onOpen, onAct, busy }: RowActs & { item: TodoItem; opened: boolean }) {
  const { id, title, acts, link } = item
  const unfolds = acts.includes('approve')
  return (
    <div className="todo-acts">
      {unfolds && (
        <Button
          icon={opened ? 'up' : 'down'}
          aria-expanded={opened}
          onClick={() => onOpen(opened ? null : id)}
        >
          {opened ? '收起' : '展开'}
          <span className="x-hidden">：{title}</span>
        </Button>
      )}
      {acts.includes('confirm') && (
        <Button look="primary" busy={busy} onClick={() => onAct(item, 'confirm')}>
          确认<span className="x-hidden">：{title}</span>
        </Button>
      )}
      {!unfolds && (
        <ButtonLink to={link} look={acts.includes('confirm') ? 'plain' : 'primary'}>
          {acts.includes('confirm') ? '查看' : '办理'}
          <span className="x-hidden">：{title}</span>
        </ButtonLink>
      )}
      <HandOn item={item} />
    </div>
  )
}

/** Officials of an office may hand an item to each other; nothing where somebody is alone there. */
function HandOn({ item }: { item: TodoItem }) {
  const role = useSession()?.role ?? 2
  const [open, setOpen] = useState(false)
  const isOffice = role >= 3 && role <= 6
  const { data: colleagues } = useColleagues(isOffice)
  if (!isOffice || !colleagues || colleagues.list.length === 0) return null
  return (
    <>
      <Button look="text" onClick={() => setOpen(true)}>
        转交…<span className="x-hidden">：{item.title}</span>
      </Button>
      {open && <HandDialog item={item} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What a submission changes, and the decisions, below its row. */
function OpenedRow({ item, onAct, busy }: RowActs & { item: TodoItem }) {
  const [, type = '', number = ''] = item.id.split('.')
  return (
    <div className="todo-more">
      <TodoChanges type={type} id={number} />
      <div className="todo-decide">
        <Button look="primary" icon="check" busy={busy} onClick={() => onAct(item, 'approve')}>
          通过 <Kbd>A</Kbd>
        </Button>
        {item.acts.includes('return') && (
          <Button look="danger" onClick={() => onAct(item, 'return')}>
            退回修改 <Kbd>R</Kbd>
          </Button>
        )}
        <Link to={item.link}>打开并查看佐证材料</Link>
        <span className="x-faint">通过后 10 分钟内可以撤销</span>
      </div>
    </div>
  )
}
