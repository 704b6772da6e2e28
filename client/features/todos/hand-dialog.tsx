import { useId, useState, type FormEvent } from 'react'
import type { HandKind } from '../../../catalogue/contract/todo-hands.ts'
import type { TodoItem } from '../../../catalogue/contract/todos.ts'
import { newUuid } from '../../engine/uuid.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { useColleagues, useHandActs } from './use-hands.ts'

const kinds = {
  hand: {
    label: '转交办理',
    help: '同事会收到消息；本单位其他人仍可以办理。',
    words: '说明（选填）',
    ok: '转交',
  },
  opinion: {
    label: '征求意见',
    help: '同事提出意见后仍由您办理，双方姓名都列出。',
    words: '要征求什么意见',
    ok: '发出',
  },
} as const satisfies Record<HandKind, object>

/** Hands an item to a colleague of the office, or asks a colleague about it. */
export function HandDialog({ item, onClose }: { item: TodoItem; onClose: () => void }) {
  const id = useId()
  const dialog = useModalDialog(true, onClose)
  const offered = useColleagues(true)
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby={id}>
      <h2 id={id}>转交或征求意见</h2>
      <p>{item.title}</p>
      {offered.error && <p role="alert">{sentenceOf(offered.error)}</p>}
      {!offered.data && !offered.error && <Skeleton lines={3} />}
      {offered.data && <HandForm item={item} colleagues={offered.data.list} onClose={onClose} />}
    </dialog>
  )
}

interface HandFormProps {
  readonly item: TodoItem
  readonly colleagues: readonly { readonly id: number; readonly name: string }[]
  readonly onClose: () => void
}

function HandForm({ item, colleagues, onClose }: HandFormProps) {
  // The number stays while the same request is sent again.
  const [number] = useState(newUuid)
  const [kind, setKind] = useState<HandKind>('hand')
  const [to, setTo] = useState('')
  const [words, setWords] = useState('')
  const [faults, setFaults] = useState<{ to?: string; words?: string }>({})
  const { give } = useHandActs()
  const send = (event: FormEvent) => {
    event.preventDefault()
    const missing = {
      ...(to === '' && { to: '请选择同事' }),
      ...(kind === 'opinion' && words.trim() === '' && { words: '请写明要征求什么意见' }),
    }
    setFaults(missing)
    if (Object.keys(missing).length > 0) return
    const draft = { id: number, kind, to: Number(to), words: words.trim() }
    give.mutate({ item: item.id, draft }, { onSuccess: onClose })
  }
  return (
    <form noValidate onSubmit={send}>
      <div className="x-dialog-fields todo-hand-fields">
        <fieldset className="todo-hand-kinds">
          <legend className="x-hidden">做什么</legend>
          {(['hand', 'opinion'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />{' '}
              {kinds[one].label}
            </label>
          ))}
        </fieldset>
        <p className="x-soft x-dense">{kinds[kind].help}</p>
        <Choice
          label="同事"
          value={to}
          fault={faults.to}
          options={colleagues.map(({ id, name }) => ({ code: String(id), label: name }))}
          onChange={setTo}
        />
        <TextBox
          label={kinds[kind].words}
          value={words}
          most={300}
          fault={faults.words ?? (give.error ? sentenceOf(give.error) : undefined)}
          onChange={setWords}
        />
      </div>
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" look="primary" busy={give.isPending}>
          {kinds[kind].ok}
        </Button>
      </footer>
    </form>
  )
}
