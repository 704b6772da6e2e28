import { useState } from 'react'
import {
  correctionLabels,
  type Confirmation,
  type Correction,
} from '../../../catalogue/contract/archive/corrections.ts'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import type { RecordPartProps } from '../../engine/registry.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { useCorrectionActs, useCorrections } from './use-corrections.ts'
import { valueText } from './value-text.ts'
import './corrections.css'

/**
 * Requests for correction about a record: the open one to be answered, earlier ones, and the teacher's way to
 * ask.
 */
export function RecordCorrections({ definition, view, onEdit }: RecordPartProps) {
  const { data, error, refetch } = useCorrections(definition.name, view.id)
  const [asking, setAsking] = useState(false)
  if (error && !data)
    return <ErrorBox title="更正申请打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data || (data.list.length === 0 && !data.canAsk && !data.confirmation)) return null
  const open = data.list.find(({ state }) => state === 'open')
  const earlier = data.list.filter(({ state }) => state !== 'open')
  return (
    <section className="corrections" aria-label="更正申请" data-testid="corrections">
      {data.confirmation && (
        <Confirmed definition={definition} view={view} confirmation={data.confirmation} />
      )}
      {open && <Open definition={definition} view={view} one={open} onEdit={onEdit} />}
      {data.canAsk && (
        <p className="corrections-ask">
          <span className="x-soft x-dense">由学校登记，有出入可以请学校更正。</span>
          <Button icon="edit" onClick={() => setAsking(true)}>
            申请更正
          </Button>
        </p>
      )}
      {earlier.length > 0 && <Earlier definition={definition} list={earlier} />}
      {asking && <AskDialog definition={definition} view={view} onClose={() => setAsking(false)} />}
    </section>
  )
}

/**
 * Whether a level above stands behind what the school recorded; who may, confirms it here. 作废 stands at the
 * head of the page.
 */
function Confirmed({
  definition,
  view,
  confirmation,
}: {
  definition: AnyRecord
  view: RecordView
  confirmation: Confirmation
}) {
  const { busy, confirm } = useCorrectionActs()
  const { by, at, version, canConfirm } = confirmation
  if (at !== null) {
    return (
      <p className="x-soft x-dense">
        <Icon name="pass" /> {listTime(at)} {by}确认
      </p>
    )
  }
  return (
    <div className="corrections-open">
      <p>
        <Icon name="wait" /> <b>待确认</b>　
        <span className="x-soft">学校登记，已经生效，等上级教育局确认。</span>
      </p>
      {canConfirm && (
        <p className="corrections-acts">
          <Button
            look="primary"
            icon="check"
            busy={busy}
            onClick={() => void confirm(definition.name, view.id, version)}
          >
            确认属实
          </Button>
        </p>
      )}
    </div>
  )
}

function Open({
  definition,
  view,
  one,
  onEdit,
}: {
  definition: AnyRecord
  view: RecordView
  one: Correction
  onEdit: (() => void) | undefined
}) {
  const [outcome, setOutcome] = useState<'corrected' | 'declined' | null>(null)
  return (
    <div className="corrections-open">
      <p>
        <Icon name="wait" /> <b>{one.canAnswer ? `${one.ownerName}申请更正` : '已申请更正，等学校答复'}</b>
        <span className="x-faint x-note">　{listTime(one.askedAt)}</span>
      </p>
      <p>{one.reason}</p>
      {one.fields.length > 0 && (
        <ul>
          {one.fields.map(({ key, should }) => (
            <li key={key}>
              {definition.fields[key]?.label}：
              <span className="x-faint">现在是 {valueText(definition, key, view.effective?.[key])}，</span>
              应当是 <b>{should}</b>
            </li>
          ))}
        </ul>
      )}
      {one.canAnswer && (
        <p className="corrections-acts">
          {onEdit && (
            <Button look="primary" icon="edit" onClick={onEdit}>
              去修改
            </Button>
          )}
          <Button icon="check" onClick={() => setOutcome('corrected')}>
            已更正
          </Button>
          <Button look="danger" onClick={() => setOutcome('declined')}>
            不予更正
          </Button>
        </p>
      )}
      {outcome && <AnswerDialog one={one} outcome={outcome} onClose={() => setOutcome(null)} />}
    </div>
  )
}

function Earlier({ definition, list }: { definition: AnyRecord; list: readonly Correction[] }) {
  return (
    <details className="corrections-earlier" open={list.length === 1}>
      <summary>以前的更正申请 {list.length} 次</summary>
      <ul>
        {list.map((one) => (
          <li key={one.id}>
            <p>
              <b>{correctionLabels[one.state]}</b>
              <span className="x-faint x-note">
                　{one.answeredAt && listTime(one.answeredAt)}　{one.answeredBy}
              </span>
            </p>
            <p>{one.answer}</p>
            <p className="x-faint x-dense">
              申请：
              {[
                one.reason,
                ...one.fields.map(
                  ({ key, should }) => `${definition.fields[key]?.label ?? key}应当是 ${should}`,
                ),
              ].join('；')}
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}
