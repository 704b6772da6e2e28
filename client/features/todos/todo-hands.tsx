import { useState } from 'react'
import type { TodoHand } from '../../../catalogue/contract/todo-hands.ts'
import type { TodoItem } from '../../../catalogue/contract/todos.ts'
import { listTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { useHandActs } from './use-hands.ts'

/** What officials of the office handed to each other, or asked each other, about an item. */
export function TodoHands({ item }: { item: TodoItem }) {
  if (item.hands.length === 0) return null
  return (
    <ul className="todo-hands" aria-label={`转交和意见：${item.title}`} data-testid="todo-hands">
      {item.hands.map((hand) => (
        <Hand key={hand.id} hand={hand} />
      ))}
    </ul>
  )
}

const leadOf = ({ kind, by, to, toMe, byMe }: TodoHand): string => {
  const [from, at] = [byMe ? '我' : by, toMe ? '我' : to]
  return kind === 'hand' ? `${from}转交${at}办理` : `${from}征求${at}的意见`
}

function Hand({ hand }: { hand: TodoHand }) {
  const { takeBack } = useHandActs()
  const { words, answer, answeredAt, byMe, toMe, kind, at, to } = hand
  return (
    <li>
      <p>
        <b>{leadOf(hand)}</b>
        {words !== '' && `：${words}`}
        <span className="x-faint">　{listTime(at)}</span>
        {byMe && answer === null && (
          <Button look="text" busy={takeBack.isPending} onClick={() => takeBack.mutate(hand.id)}>
            撤回
          </Button>
        )}
      </p>
      {answer !== null && (
        <p>
          {toMe ? '我' : to}的意见：{answer}
          <span className="x-faint">　{answeredAt && listTime(answeredAt)}</span>
        </p>
      )}
      {kind === 'opinion' && toMe && answer === null && <Answer hand={hand} />}
    </li>
  )
}

function Answer({ hand }: { hand: TodoHand }) {
  const { answer } = useHandActs()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  return (
    <form
      noValidate
      className="todo-answer"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return setFault('请写意见')
        answer.mutate({ hand: hand.id, text: text.trim() })
      }}
    >
      <TextBox label="我的意见" value={text} most={500} rows={2} fault={fault} onChange={setText} />
      <Button type="submit" busy={answer.isPending}>
        提出意见
      </Button>
    </form>
  )
}
