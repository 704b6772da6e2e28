import { useState, type Ref } from 'react'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import type { PendingView, RecordView } from '../../../../catalogue/contract/archive/records.ts'
import { Icon } from '../../../ui/look/icon.tsx'
import type { Reasons } from '../reasons/use-reasons.ts'
import { DiffTable, keysOf } from './diff-table.tsx'

/** The changed fields or all, and the warnings of the rules. */
export function Changes(props: {
  definition: AnyRecord
  view: RecordView
  pending: PendingView
  reasons: Reasons
  /** Where the warnings stand, once there are any. */
  warningBox: Ref<HTMLDivElement>
  onPoint: (key: string) => void
}) {
  const { definition, view, pending, reasons, warningBox, onPoint } = props
  const isChange = view.effective !== null
  const [onlyChanged, setOnlyChanged] = useState(isChange)
  const all = keysOf(definition, view, pending)
  const changed = all.filter((key) => pending.changed.includes(key))
  const since = pending.sinceMyLook?.length ?? 0
  return (
    <>
      {isChange && (
        <fieldset className="xr-segment" aria-label="显示的栏目">
          <button type="button" aria-pressed={onlyChanged} onClick={() => setOnlyChanged(true)}>
            只看改动 {changed.length}
          </button>
          <button type="button" aria-pressed={!onlyChanged} onClick={() => setOnlyChanged(false)}>
            全部 {all.length}
          </button>
        </fieldset>
      )}
      {since > 0 && <p className="xr-accent x-dense">您上次看过以后又改了 {since} 项，已标出。</p>}
      {isChange && changed.length === 0 && onlyChanged ? (
        <p className="x-soft">各栏没有改动，只换了佐证材料。</p>
      ) : (
        <DiffTable
          definition={definition}
          view={view}
          pending={pending}
          onlyChanged={onlyChanged && isChange}
          reasons={reasons}
          onPoint={onPoint}
        />
      )}
      <RuleWarnings warnings={pending.warnings} box={warningBox} />
    </>
  )
}

/** The warnings of the rules, each with the owner’s reason; a sentence when there are none. */
function RuleWarnings({ warnings, box }: Pick<PendingView, 'warnings'> & { box: Ref<HTMLDivElement> }) {
  if (warnings.length === 0)
    return (
      <p className="xr-info">
        <Icon name="info" />
        规则校验没有提示。
      </p>
    )
  return (
    <div className="xr-info xr-info-accent" ref={box} data-testid="warnings">
      <Icon name="warn" />
      <div>
        <b>校验提示 {warnings.length} 条</b>
        {warnings.map((warning) => (
          <p key={warning.message}>
            {warning.message}
            {warning.because && <span className="xr-said">申报人说明：{warning.because}</span>}
          </p>
        ))}
      </div>
    </div>
  )
}
