import { useState, type ReactNode } from 'react'
import type { Todo } from '../../../catalogue/contract/workspace.ts'
import { sentenceDate } from '../../platform/format.ts'
import { Badge } from '../../ui/look/badge.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

/** Back with me or wrong is red; waiting for an act of mine is apricot; the rest merely stands there. */
const tones = {
  returned: 'wrong',
  rejected: 'wrong',
  review: 'waits',
  draft: '',
  missing: '',
  correction: 'waits',
  reading: 'waits',
  publishing: 'waits',
  case: 'waits',
} as const

/** So many are shown at once: what I handed in shall not be pushed off the screen. */
const first = 4

/**
 * What waits for me: each with its age and one verb. `quiet` where the one primary button of the screen
 * stands elsewhere; `empty` says what to do where nothing waits.
 */
export function Todos({
  title,
  todos,
  quiet = false,
  empty,
}: {
  title: string
  todos: readonly Todo[]
  quiet?: boolean
  empty?: ReactNode
}) {
  const [all, setAll] = useState(false)
  return (
    <Panel title={title} beside={<Badge count={todos.length} />} flush>
      {todos.length === 0 ? (
        (empty ?? <Empty text="暂无待办事项。" />)
      ) : (
        <>
          <ul>
            {(all ? todos : todos.slice(0, first)).map((todo, i) => (
              <TodoRow key={todo.id} todo={todo} first={!quiet && i === 0} />
            ))}
          </ul>
          {todos.length > first && (
            <Button look="text" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? '收起' : `还有 ${todos.length - first} 件，全部显示`}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
}

function TodoRow({ todo, first }: { todo: Todo; first: boolean }) {
  const { kind, title, lines, since, waitingDays, verb, link } = todo
  const tone = tones[kind]
  return (
    <li className={tone ? `home-todo home-todo-${tone}` : 'home-todo'}>
      <div className="home-todo-text">
        <h3>{title}</h3>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className="home-todo-age">
        {waitingDays !== null && waitingDays > 0 && <b>已等 {waitingDays} 天</b>}
        {since && <span className="x-faint">{sentenceDate(since)}起</span>}
      </div>
      {link && (
        <ButtonLink to={link} look={first ? 'primary' : 'plain'} aria-label={`${verb}：${title}`}>
          {verb}
        </ButtonLink>
      )}
    </li>
  )
}
