import { useState } from 'react'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/look/icon.tsx'
import { Kbd } from '../../../ui/look/kbd.tsx'
import { labelOfKey } from '../../form/fault-list.tsx'
import { wholeRecord, type PinnedReason, type Reasons } from './use-reasons.ts'

/** Id of the input for a typed reason, which other parts focus. */
export const freeReasonId = 'review-free-reason'

/** Chooses the reasons of a return: usual ones by number key, or a typed one, each pinned to a field. */
export function ReasonPanel(props: {
  definition: AnyRecord
  reasons: Reasons
  /** Key of the field to which a typed reason is pinned. */
  target: string
  onTarget: (key: string) => void
}) {
  const { definition, reasons, target, onTarget } = props
  const own = reasons.picked.filter(
    (one) => !reasons.library.some((other) => other.key === one.key && other.reason === one.reason),
  )
  return (
    <section className="xr-reasons" aria-label="退回意见" data-testid="reasons">
      <h2>
        退回意见
        {/* A key chooses without the focus going there, so a screen reader has to be told. */}
        <output>
          {reasons.picked.length > 0 && (
            <span className="xr-tag xr-tag-danger">已选 {reasons.picked.length} 条</span>
          )}
        </output>
        <span className="x-faint x-note xr-keys-only">按数字键选</span>
      </h2>
      <ol>
        {reasons.library.map((one, i) => (
          <ReasonItem
            key={`${one.key} ${one.reason}`}
            one={one}
            number={i + 1}
            definition={definition}
            reasons={reasons}
          />
        ))}
        {own.map((one) => (
          <ReasonItem key={`${one.key} ${one.reason}`} one={one} definition={definition} reasons={reasons} />
        ))}
      </ol>
      <FreeReason definition={definition} target={target} onTarget={onTarget} onAdd={reasons.toggle} />
    </section>
  )
}

function ReasonItem({
  one,
  number,
  definition,
  reasons,
}: {
  one: PinnedReason
  number?: number
  definition: AnyRecord
  reasons: Reasons
}) {
  const picked = reasons.isPicked(one)
  const isKept = reasons.isKept(one)
  return (
    <li className="xr-reason">
      <button
        type="button"
        className="xr-reason-item"
        aria-pressed={picked}
        onClick={() => reasons.toggle(one)}
      >
        {number !== undefined && number <= 9 && <Kbd>{String(number)}</Kbd>}
        <span>
          {picked && <Icon name="check" />}
          {one.reason}
        </span>
        <span className="xr-pin">
          {picked && <Icon name="pin" />}
          {one.key === wholeRecord ? '整条' : labelOfKey(definition, one.key)}
        </span>
      </button>
      {(number === undefined || isKept) && (
        <Button
          look="text"
          onClick={() => (isKept ? reasons.drop(one) : reasons.keep(one))}
          aria-label={`${isKept ? '不再存' : '存为常用'}：${one.reason}`}
        >
          {isKept ? '不再存' : '存为常用'}
        </Button>
      )}
    </li>
  )
}

function FreeReason(props: {
  definition: AnyRecord
  target: string
  onTarget: (key: string) => void
  onAdd: (one: PinnedReason) => void
}) {
  const { definition, target, onTarget, onAdd } = props
  const [text, setText] = useState('')
  const keys = definition.pages.form
    .flatMap((section) => section.fields)
    .filter((key) => !definition.fields[key]?.derived)
  const add = () => {
    if (text.trim() === '') return
    onAdd({ key: target, reason: text.trim() })
    setText('')
  }
  return (
    <div className="xr-free-reason">
      <select aria-label="意见针对哪一栏" value={target} onChange={(event) => onTarget(event.target.value)}>
        <option value={wholeRecord}>整条记录</option>
        {keys.map((key) => (
          <option key={key} value={key}>
            {labelOfKey(definition, key)}
          </option>
        ))}
        {definition.attachments && <option value="attachments">佐证材料</option>}
      </select>
      <input
        id={freeReasonId}
        aria-label="另写意见"
        placeholder="另写一条意见，Enter 加上"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) add()
        }}
      />
      <Button onClick={add} disabled={text.trim() === ''}>
        加上
      </Button>
    </div>
  )
}
