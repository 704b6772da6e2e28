import type { AnyRecord } from '../../../catalogue/define.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import type { PendingView } from '../../../catalogue/contract/archive/records.ts'
import { sentenceTime } from '../../platform/format.ts'
import { Icon, type IconName } from '../../ui/look/icon.tsx'
import { focusField } from './focus-field.ts'

/** Label of a field, e.g. 获得学历; 佐证材料 for the key of the evidence. */
export function labelOfKey(definition: AnyRecord, key: string): string {
  return definition.fields[key]?.label ?? (key === 'attachments' ? '佐证材料' : key)
}

/** A red box with one line per field; a click on it brings the focus to that field. */
function PointerBox(props: {
  icon: IconName
  head: string
  note?: string | undefined
  lines: readonly { key: string; text: string }[]
  testId: string
}) {
  const { icon, head, note, lines, testId } = props
  return (
    <div className="x-note-box xr-pointers" role="alert" data-testid={testId}>
      <Icon name={icon} />
      <div>
        <strong>{head}</strong>
        {note && <span className="x-soft">{note}</span>}
        <ol>
          {lines.map(({ key, text }, i) => (
            <li key={`${key} ${i}`}>
              <button type="button" className="xr-pointer" onClick={() => focusField(key)}>
                {i + 1}　{text}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/**
 * All faults, above the form. Many messages begin with the label of their field, which is then not put before
 * them again.
 */
export function FaultList({ definition, faults }: { definition: AnyRecord; faults: readonly FieldFault[] }) {
  if (faults.length === 0) return null
  const lines = faults.map(({ field, message }) => {
    const label = labelOfKey(definition, field)
    return { key: field, text: message.includes(label) ? message : `${label}：${message}` }
  })
  return <PointerBox icon="warn" head={`还有 ${faults.length} 处要改`} lines={lines} testId="faults" />
}

/** Why the reviewer returned or rejected the record, with a link to each field they named. */
export function ReturnNote({ definition, pending }: { definition: AnyRecord; pending: PendingView }) {
  const { reasons, reason, decidedBy, decidedAt, state } = pending
  if (reasons.length === 0 && reason === null) return null
  const lines = reasons.map((one) => ({
    key: one.key,
    text: `${labelOfKey(definition, one.key)}：${one.reason}`,
  }))
  const verdict = state === 'rejected' ? '不通过' : '退回修改'
  const head = reasons.length > 0 ? `${verdict}，${reasons.length} 处要改。` : `${verdict}。`
  const who = [decidedBy, decidedAt && sentenceTime(decidedAt)].filter(Boolean).join('，')
  return (
    <PointerBox
      icon="return"
      head={head}
      note={[who && `${who}。`, reason].filter(Boolean).join('')}
      lines={lines}
      testId="return-note"
    />
  )
}
