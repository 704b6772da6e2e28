import { useState } from 'react'
import type { AnyRecord, Field } from '../../../catalogue/define.ts'
import type { HistoryEntry } from '../../../catalogue/contract/archive/records.ts'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useHistory } from '../data/queries.ts'
import { labelOfKey } from '../form/fault-list.tsx'
import { actWord } from './acts.ts'
import { isMarkedWithin } from '../kinds/difference.tsx'
import { clientKind } from '../kinds/kinds.ts'
import { FieldValue } from './field-value.tsx'
import { References, unnamed } from './references.ts'

/** Who did what when, newest first; an approval can be unfolded to what it changed. */
export function Timeline({ definition, id }: { definition: AnyRecord; id: string }) {
  const { data, error, refetch } = useHistory(definition.name, id)
  if (error)
    return <ErrorBox title="办理记录载入失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  if (data.length === 0) return <p className="x-faint">暂无办理记录。</p>
  return (
    <ol className="xr-timeline" data-testid="timeline">
      {data.map((entry, i) => (
        <Entry
          key={`${entry.at} ${i}`}
          entry={entry}
          repeated={data.slice(0, i).some((newer) => newer.no === entry.no && hasDiff(newer))}
          definition={definition}
        />
      ))}
    </ol>
  )
}

const hasDiff = (entry: HistoryEntry) => Object.keys(entry.diff).length > 0

/** `repeated`: a later line of the same version has listed its changes already. */
function Entry({
  entry,
  repeated,
  definition,
}: {
  entry: HistoryEntry
  repeated: boolean
  definition: AnyRecord
}) {
  const [word, tone] = actWord(entry.action)
  const level = entry.level && tone !== 'quiet' ? levelLabels[entry.level] : ''
  const { operator, institution, onBehalfOf, reason, fields, diff, references = unnamed } = entry
  return (
    <li className={`xr-tone-${tone}`}>
      <b>
        {level}
        {word}
      </b>
      <p className="x-faint">
        {operator}
        {onBehalfOf && `（代${onBehalfOf}）`}　<span title={institution}>{listTime(entry.at)}</span>
      </p>
      {reason && <p>{reason}</p>}
      {fields.map((field) => (
        <p key={`${field.key} ${field.reason}`}>
          {labelOfKey(definition, field.key)}
          {field.reason && `：${field.reason}`}
        </p>
      ))}
      {!repeated && (
        <References value={references}>
          <Diff diff={diff} definition={definition} />
        </References>
      )}
    </li>
  )
}

/** The change of one field in a version: marked within a text, else both values. */
function Change({ field, from, to }: { field: Field; from: unknown; to: unknown }) {
  const { Difference } = clientKind(field)
  if (Difference && isMarkedWithin(field, from, to))
    return <Difference field={field} before={from} after={to} />
  return (
    <>
      <s>
        <FieldValue field={field} value={from} />
      </s>
      {' → '}
      <FieldValue field={field} value={to} />
    </>
  )
}

function Diff({ diff, definition }: { diff: HistoryEntry['diff']; definition: AnyRecord }) {
  const [open, setOpen] = useState(false)
  const keys = Object.keys(diff).filter((key) => definition.fields[key])
  if (keys.length === 0) return null
  return (
    <>
      <button type="button" className="xr-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? '收起' : `查看 ${keys.length} 处变更`}
      </button>
      {open && (
        <dl className="xr-changes">
          {keys.map((key) => {
            const field = definition.fields[key]
            const change = diff[key]
            if (!field || !change) return null
            return (
              <div key={key}>
                <dt>{field.label}</dt>
                <dd>
                  <Change field={field} from={change.from} to={change.to} />
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </>
  )
}
