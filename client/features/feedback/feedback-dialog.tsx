import { useId, useState, type FormEvent } from 'react'
import { feedbackKinds, type FeedbackKind } from '../../../catalogue/contract/feedback.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { newUuid } from '../../engine/uuid.ts'
import { useFeedbackActs, useOwnFeedback } from './use-feedback.ts'
import './feedback.css'

const kinds = ['1', '2', '3'] as const

/** What is kept of the address: the page, never what was typed into its questions. */
const pageOf = (path: string): string => (/^\/[\w/-]*$/.test(path) ? path.slice(0, 200) : '')

/** 意见反馈: says something about the portal to its administrator, and shows what was answered before. */
export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const dialog = useModalDialog(true, onClose)
  return (
    <dialog ref={dialog} className="x-dialog feedback-dialog" aria-labelledby={id}>
      <h2 id={id}>意见反馈</h2>
      <FeedbackForm onClose={onClose} />
      <OwnFeedback />
    </dialog>
  )
}

function FeedbackForm({ onClose }: { onClose: () => void }) {
  // The number stays while the same sentence is sent again.
  const [number] = useState(newUuid)
  const [kind, setKind] = useState<FeedbackKind>('1')
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const { send } = useFeedbackActs()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return setFault('请填写反馈内容')
    setFault(undefined)
    send.mutate(
      { id: number, kind, text: text.trim(), page: pageOf(location.pathname) },
      {
        onSuccess: () => {
          notify.success('已反馈，答复后会给您发消息')
          onClose()
        },
        onError: (error) => setFault(sentenceOf(error)),
      },
    )
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="x-dialog-fields feedback-fields">
        <fieldset className="feedback-kinds">
          <legend className="x-hidden">类别</legend>
          {kinds.map((one) => (
            <label key={one}>
              <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />{' '}
              {feedbackKinds[one]}
            </label>
          ))}
        </fieldset>
        <TextBox
          label="反馈内容"
          value={text}
          most={1000}
          rows={4}
          help="会附上您的姓名、单位和当前页面的地址，由系统管理员答复；请勿填写他人的证件号、手机号。"
          fault={fault}
          onChange={setText}
        />
      </div>
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" look="primary" busy={send.isPending}>
          提交反馈
        </Button>
      </footer>
    </form>
  )
}

function OwnFeedback() {
  const { data } = useOwnFeedback()
  if (!data || data.list.length === 0) return null
  return (
    <section className="x-dialog-fields feedback-own" aria-label="我的反馈">
      <h3>我的反馈</h3>
      <ul>
        {data.list.map((one) => (
          <li key={one.id}>
            <p>
              {one.text}
              <span className="x-faint">{`　${feedbackKinds[one.kind]}　${listTime(one.at)}`}</span>
            </p>
            <p className="x-soft">{one.answer === null ? '待答复' : `答复：${one.answer}`}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
