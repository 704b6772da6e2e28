import { useId, useState, type FormEvent } from 'react'
import { newUuid } from '../../engine/uuid.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { useColleagues, useHandActs } from './use-hands.ts'

/** A button that hands all that was handed to oneself to a colleague: an official who leaves does so once. */
export function HandOver() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="text" onClick={() => setOpen(true)}>
        全部转交同事
      </Button>
      {isOpen && <HandOverDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function HandOverDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const dialog = useModalDialog(true, onClose)
  const offered = useColleagues(true)
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby={id}>
      <h2 id={id}>全部转交同事</h2>
      <p>转交给您、还在等办理的待办，一次转给同一位同事；同事收到一条消息，双方姓名都列出。</p>
      {offered.error && <p role="alert">{sentenceOf(offered.error)}</p>}
      {!offered.data && !offered.error && <Skeleton lines={3} />}
      {offered.data && <HandOverForm colleagues={offered.data.list} onClose={onClose} />}
    </dialog>
  )
}

interface HandOverFormProps {
  readonly colleagues: readonly { readonly id: number; readonly name: string }[]
  readonly onClose: () => void
}

function HandOverForm({ colleagues, onClose }: HandOverFormProps) {
  // The number stays while the same request is sent again.
  const [number] = useState(newUuid)
  const [to, setTo] = useState('')
  const [words, setWords] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const { over } = useHandActs()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (to === '') return setFault('请选择同事')
    setFault(undefined)
    over.mutate({ id: number, to: Number(to), words: words.trim() }, { onSuccess: onClose })
  }
  return (
    <form noValidate onSubmit={send}>
      <div className="x-dialog-fields todo-hand-fields">
        <Choice
          label="同事"
          value={to}
          fault={fault}
          options={colleagues.map(({ id, name }) => ({ code: String(id), label: name }))}
          onChange={setTo}
        />
        <TextBox
          label="说明（选填）"
          value={words}
          most={300}
          fault={over.error ? sentenceOf(over.error) : undefined}
          onChange={setWords}
        />
      </div>
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" look="primary" busy={over.isPending}>
          转交
        </Button>
      </footer>
    </form>
  )
}
