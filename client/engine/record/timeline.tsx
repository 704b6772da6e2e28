import { useState } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { HistoryEntry } from '../../../catalogue/contract/records.ts'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useHistory } from '../data/queries.ts'
import { labelOfKey } from '../form/fault-list.tsx'
import { Show } from '../kinds/show.tsx'

/** Word and colour of what happened; an action this page does not know yet is shown as 办理. */
const acts: Readonly<Record<string, readonly [word: string, tone: string]>> = {
  create: ['新建', 'quiet'],
  amend: ['修改', 'quiet'],
  delete: ['删除', 'quiet'],
  submit: ['提交审核', 'quiet'],
  withdraw: ['撤回', 'quiet'],
  approve: ['审核通过', 'pass'],
  forward: ['通过，上报', 'pass'],
  return: ['退回修改', 'wrong'],
  reject: ['不通过', 'wrong'],
  appeal: ['申诉', 'wait'],
  void: ['作废', 'quiet'],
  undo: ['撤销通过', 'wait'],
  restore: ['恢复为原来的值', 'quiet'],
}

/** Who did what when, newest first; an approval can be unfolded to what it changed. */
export function Timeline({ definition, id }: { definition: AnyRecord; id: string }) {
  const { data, error, refetch } = useHistory(definition.name, id)
  if (error)
    return <ErrorBox title="经过没能载入" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  if (data.length === 0) return <p className="x-faint">还没有经过。</p>
  return (
    <ol className="xr-timeline" data-testid="timeline">
      {data.map((entry, i) => (
        <Entry
          key={`${entry.at} ${i}`}
          entry={entry}
          told={data.slice(0, i).some((newer) => newer.no === entry.no && hasDiff(newer))}
          definition={definition}
        />
      ))}
    </ol>
  )
}

const hasDiff = (entry: HistoryEntry) => Object.keys(entry.diff).length > 0

/** `told`: a later line of the same version has already said what it changed. */
function Entry({ entry, told, definition }: { entry: HistoryEntry; told: boolean; definition: AnyRecord }) {
  const [word, tone] = acts[entry.action] ?? ['办理', 'quiet']
  const level = entry.level && tone !== 'quiet' ? levelLabels[entry.level] : ''
  const { operator, institution, onBehalfOf, reason, fields, diff } = entry
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
      {!told && <Diff diff={diff} definition={definition} />}
    </li>
  )
}

function Diff({ diff, definition }: { diff: HistoryEntry['diff']; definition: AnyRecord }) {
  const [open, setOpen] = useState(false)
  const keys = Object.keys(diff).filter((key) => definition.fields[key])
  if (keys.length === 0) return null
  return (
    <>
      <button type="button" className="xr-link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? '收起' : `看 ${keys.length} 项变化`}
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
                  <s>
                    <Show field={field} value={change.from} />
                  </s>
                  {' → '}
                  <Show field={field} value={change.to} />
                </dd>
              </div>
            )
          })}
        </dl>
      )}
    </>
  )
}
