import { useState } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { recordApi } from '../data/record-api.ts'
import { useMakeStale } from '../data/queries.ts'

const longest = 500

/**
 * 留言: what owner and office wrote to each other about a submission without a decision, and a line to write. Nothing
 * where nothing was written and the reader may not write.
 */
export function Remarks({ definition, view }: { definition: AnyRecord; view: RecordView }) {
  const { pending } = view
  const mayWrite = view.can.includes('remark')
  if (!pending || (pending.remarks.length === 0 && !mayWrite)) return null
  return (
    <section className="xr-remarks" aria-label="留言" data-testid="remarks">
      <h2>留言</h2>
      {pending.remarks.length > 0 && (
        <ul>
          {pending.remarks.map(({ at, by, office, text }) => (
            <li key={`${at} ${text}`}>
              <p className="x-faint x-dense">
                {by}
                {office && `，${office}`}　{listTime(at)}
              </p>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <Write definition={definition} view={view} />}
    </section>
  )
}

function Write({ definition, view }: { definition: AnyRecord; view: RecordView }) {
  const makeStale = useMakeStale()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const isOwn = !view.can.includes('approve')
  const send = async () => {
    if (text.trim() === '') return setFault('请写留言')
    setBusy(true)
    setFault(undefined)
    try {
      await recordApi.act(definition.name, view.id, 'remark', { reason: text.trim() })
      setText('')
      notify.success(isOwn ? '已留言，审核单位会收到消息' : '已留言，本人会收到消息')
      await makeStale()
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextBox
        label={isOwn ? '给审核单位留言，不影响审核' : '给本人留言，不退回'}
        value={text}
        most={longest}
        rows={2}
        fault={fault}
        onChange={setText}
      />
      <Button type="submit" busy={busy}>
        留言
      </Button>
    </form>
  )
}
