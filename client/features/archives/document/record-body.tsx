import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import type { ArchiveRecord } from '../../../../catalogue/contract/archive/archive.ts'
import type { AnyRecord, Field } from '../../../../catalogue/define.ts'
import { stateLabel } from '../../../../catalogue/flows/review.ts'
import { isVisible } from '../../../../catalogue/rules/judge.ts'
import { clientKind } from '../../../engine/kinds/kinds.ts'
import { RevealValue } from '../../../engine/record/reveal-value.tsx'
import { isEmpty } from '../../../engine/values.ts'
import { Icon } from '../../../ui/look/icon.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { StatusMark } from '../../../ui/look/status-mark.tsx'
import { Value } from '../value.tsx'
import { changes, statusOf, type FieldStatus } from '../words.ts'
import '../../../engine/record/record.css'
import '../../../ui/look/values.css'

const FileStrip = lazy(async () => ({ default: (await import('./file-strip.tsx')).FileStrip }))

/**
 * All fields of a record with how far each can be relied on, what is proposed beside them, and the evidence.
 */
export function RecordBody({ definition, record }: { definition: AnyRecord; record: ArchiveRecord }) {
  const { pending, values } = record
  const row = values ?? pending?.values ?? {}
  const files = values ? record.attachments : (pending?.attachments ?? [])
  const proposed =
    values && pending ? pending.attachments.filter((file) => !files.some(({ id }) => id === file.id)) : []
  const parts = definition.pages.form.map((part) => ({
    title: part.title,
    keys: part.fields.filter((key) => {
      const field = definition.fields[key]
      return field && (isVisible(field, row) || !isEmpty(row[key]) || changes(record, key))
    }),
  }))
  return (
    <div className="archive-record" data-record={`record-${record.id}`}>
      {pending && <Decided pending={pending} />}
      {record.unconfirmed && (
        <p className="x-dense">
          <StatusMark state="approved" unconfirmed />
          <span className="x-soft">　学校登记，已经生效，等上级教育局确认。</span>
        </p>
      )}
      {parts.map(
        ({ title, keys }) =>
          keys.length > 0 && (
            <div key={title}>
              {parts.length > 1 && <h4>{title}</h4>}
              <dl className="x-values">
                {keys.map((key) => {
                  const field = definition.fields[key]
                  return (
                    field && (
                      <ValueRow key={key} name={key} field={field} definition={definition} record={record} />
                    )
                  )
                })}
              </dl>
            </div>
          ),
      )}
      {files.length + proposed.length > 0 && (
        <Suspense fallback={<Skeleton lines={2} />}>
          <FileStrip files={files} proposed={proposed} />
        </Suspense>
      )}
      {record.link && (
        <p className="archive-act">
          <Link to={record.link}>打开该记录</Link>
        </p>
      )}
    </div>
  )
}

/** What was decided about the pending version, with its reason; nothing while it is under review. */
function Decided({ pending }: { pending: NonNullable<ArchiveRecord['pending']> }) {
  const { state, reason, reasons } = pending
  if (state === 'inReview' || (!reason && reasons.length === 0)) return null
  return (
    <p className="archive-wrong x-dense">
      {stateLabel(state)}
      {reason && `：${reason}`}
    </p>
  )
}

function ValueRow({
  name,
  field,
  definition,
  record,
}: {
  name: string
  field: Field
  definition: AnyRecord
  record: ArchiveRecord
}) {
  const [told, setTold] = useState(false)
  const id = useId()
  const { pending, values } = record
  const status = statusOf(definition, record, name)
  const value = values ? values[name] : pending?.values[name]
  const beside = values !== null && pending !== null && pending.changed.includes(name)
  const reason = pending?.reasons.find((one) => one.key === name)?.reason
  return (
    <div className={clientKind(field).wide ? 'x-value x-value-wide' : 'x-value'} data-field={name}>
      <dt>{field.label}</dt>
      <dd>
        {record.masked.includes(name) ? (
          <RevealValue definition={definition} id={record.id} name={name} field={field} value={value} />
        ) : (
          <Value field={field} value={value} none="未填" />
        )}
        {beside && pending && (
          <p className={`x-status-${status.tone}`}>
            {stateLabel(pending.state, pending.level)}：
            <Value field={field} value={pending.values[name]} none="清空" />
          </p>
        )}
        {reason && <p className="archive-wrong">退回意见：{reason}</p>}
        {!status.plain && status.icon === 'warn' && (
          <p className={`x-status-${status.tone}`}>{status.sentence}</p>
        )}
        <p id={id} className="archive-told" hidden={!told}>
          {status.sentence}
        </p>
      </dd>
      <dd className="archive-status">
        <StatusButton
          label={field.label}
          status={status}
          open={told}
          controls={id}
          onClick={() => setTold(!told)}
        />
      </dd>
    </div>
  )
}

/** How far a value can be relied on; opens the sentence that says by whom. */
function StatusButton(props: {
  label: string
  status: FieldStatus
  open: boolean
  controls: string
  onClick: () => void
}) {
  const { label, status, open, controls, onClick } = props
  return (
    <button
      type="button"
      className={status.plain ? 'archive-plain x-status-quiet' : `x-status-${status.tone}`}
      aria-expanded={open}
      aria-controls={controls}
      title={status.sentence}
      onClick={onClick}
    >
      <Icon name={status.icon} />
      {!status.plain && status.word !== '未填' && <span aria-hidden="true">{status.word}</span>}
      <span className="x-hidden">
        {label}：{status.word}
      </span>
    </button>
  )
}
