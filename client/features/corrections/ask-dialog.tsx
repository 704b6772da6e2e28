import { useEffect, useId, useState } from 'react'
import { z } from 'zod'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { correctableKeys } from '../../../catalogue/rules/correctable.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { useCorrectionActs, type Wish } from './use-corrections.ts'
import { valueText } from './value-text.ts'

const kept = z.object({
  reason: z.string(),
  fields: z.array(z.object({ key: z.string(), should: z.string() })),
})

/** Which fields are wrong, what they should be, and why. Kept on this computer until it is sent. */
export function AskDialog({
  definition,
  view,
  onClose,
}: {
  definition: AnyRecord
  view: RecordView
  onClose: () => void
}) {
  const dialog = useModalDialog(true, onClose)
  const { busy, faults, ask } = useCorrectionActs()
  const key = `corrections/${view.id}`
  const keys = correctableKeys(definition)
  const [start] = useState(() => kept.safeParse(draftOf(key)?.values).data ?? { reason: '', fields: [] })
  const [reason, setReason] = useState(start.reason)
  const [fields, setFields] = useState<readonly Wish[]>(start.fields.filter((one) => keys.includes(one.key)))
  const [tried, setTried] = useState(false)
  const id = useId()
  useEffect(() => {
    if (reason !== '' || fields.length > 0) keepDraft(key, { reason, fields })
  }, [key, reason, fields])
  const faultOf = (place: string, empty: boolean, missing: string) =>
    tried && empty
      ? missing
      : faults.find(({ field }) => field === place || field.startsWith(`${place}.`))?.message
  const send = async () => {
    setTried(true)
    if (reason.trim() === '' || fields.some(({ should }) => should.trim() === '')) return
    if (await ask(definition.name, view.id, reason, fields)) {
      dropDraft(key)
      onClose()
    }
  }
  const reasonFault = faultOf('reason', reason.trim() === '', '请写明为什么要更正')
  const free = keys.filter((one) => !fields.some((wish) => wish.key === one))
  const put = (at: number, wish: Partial<Wish>) =>
    setFields(fields.map((one, i) => (i === at ? { ...one, ...wish } : one)))
  return (
    <dialog ref={dialog} className="x-dialog corrections-dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>申请更正{definition.title}</h2>
      <p>交给学校处理。答复以前，记录保持原样。</p>
      <div className="corrections-form">
        {fields.map((wish, i) => (
          <WishRow
            key={wish.key}
            definition={definition}
            view={view}
            wish={wish}
            choices={[wish.key, ...free]}
            fault={faultOf(`fields.${i}`, wish.should.trim() === '', '请写明应当是什么')}
            onChange={(part) => put(i, part)}
            onRemove={() => setFields(fields.filter((_, at) => at !== i))}
          />
        ))}
        {free[0] !== undefined && (
          <Button
            look="text"
            icon="add"
            onClick={() => setFields([...fields, { key: free[0] ?? '', should: '' }])}
          >
            {fields.length === 0 ? '指出哪一栏不对' : '再加一栏'}
          </Button>
        )}
        <label htmlFor={`${id}-reason`}>为什么要更正</label>
        <textarea
          id={`${id}-reason`}
          rows={3}
          maxLength={500}
          value={reason}
          aria-invalid={reasonFault !== undefined}
          aria-describedby={reasonFault === undefined ? undefined : `${id}-fault`}
          onChange={(event) => setReason(event.target.value)}
        />
        {reasonFault !== undefined && (
          <span className="corrections-fault" id={`${id}-fault`}>
            {reasonFault}
          </span>
        )}
      </div>
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button look="primary" busy={busy} onClick={() => void send()}>
          提交申请
        </Button>
      </footer>
    </dialog>
  )
}

function WishRow(props: {
  definition: AnyRecord
  view: RecordView
  wish: Wish
  choices: readonly string[]
  fault: string | undefined
  onChange: (part: Partial<Wish>) => void
  onRemove: () => void
}) {
  const { definition, view, wish, choices, fault, onChange, onRemove } = props
  const label = definition.fields[wish.key]?.label ?? ''
  return (
    <div className="corrections-wish">
      <select
        aria-label="不对的栏目"
        value={wish.key}
        onChange={(event) => onChange({ key: event.target.value })}
      >
        {choices.map((key) => (
          <option key={key} value={key}>
            {definition.fields[key]?.label}
          </option>
        ))}
      </select>
      <Button look="text" icon="close" aria-label={`移除${label}`} onClick={onRemove} />
      <span className="x-faint x-dense">
        现在是 {valueText(definition, wish.key, view.effective?.[wish.key])}
      </span>
      <input
        aria-label={`${label}应当是`}
        placeholder="应当是"
        maxLength={300}
        value={wish.should}
        aria-invalid={fault !== undefined}
        onChange={(event) => onChange({ should: event.target.value })}
      />
      {fault !== undefined && <span className="corrections-fault">{fault}</span>}
    </div>
  )
}
