import { lazy, Suspense } from 'react'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { listTime, sentenceDate, waiting } from '../../platform/format.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { recordSlots, type RecordPartProps } from '../registry.ts'
import { ReturnNote } from '../form/fault-list.tsx'
import { AsOfPanel, useCompared } from './as-of-panel.tsx'
import { MarkLegend } from './field-mark.tsx'
import { References } from './references.ts'
import { RecordFields } from './record-fields.tsx'
import { Remarks } from './remarks.tsx'
import { RouteTrack } from './route-steps.tsx'
import { Timeline } from './timeline.tsx'
import '../form/form.css'
import './record.css'
import '../review/review.css'

const EvidenceViewer = lazy(async () => ({
  default: (await import('../evidence/evidence-viewer.tsx')).EvidenceViewer,
}))

/**
 * One record to read: its values with pending ones beside them, evidence, holder, state on another day, and
 * history.
 */
export function RecordDetail({ definition, view, onEdit }: RecordPartProps) {
  const { above } = recordSlots()
  const asOf = useCompared(definition.name, view.id)
  const { pending } = view
  const files = pending?.attachments ?? view.effectiveAttachments
  return (
    <div className="xr-detail" data-testid="record-detail">
      <div className="xr-detail-main">
        {above?.shows(definition) && (
          <Suspense fallback={null}>
            <above.Part definition={definition} view={view} onEdit={onEdit} />
          </Suspense>
        )}
        {pending && <PendingNote definition={definition} view={view} pending={pending} />}
        <Fields definition={definition} view={view} asOf={asOf} />
        {definition.regime !== 'own' && <MarkLegend />}
        {definition.attachments && <Evidence files={files} />}
      </div>
      <aside className="xr-aside" aria-label="状态与办理记录">
        {pending && pending.route.length > 0 && <Holder view={view} />}
        <Remarks definition={definition} view={view} />
        {view.appliedAt && <Applied view={view} word={definition.regime === 'own' ? '登记' : '核验'} />}
        {view.effective && <AsOfPanel definition={definition} now={view.effective} state={asOf} />}
        <section>
          <h2>办理记录</h2>
          <Timeline definition={definition} id={view.id} />
        </section>
      </aside>
    </div>
  )
}

function PendingNote(props: {
  definition: RecordPartProps['definition']
  view: RecordView
  pending: NonNullable<RecordView['pending']>
}) {
  const { definition, view, pending } = props
  return (
    <>
      {['returned', 'rejected', 'draft'].includes(pending.state) && (
        <ReturnNote definition={definition} pending={pending} />
      )}
      {view.effective && <p className="x-soft x-dense">审核通过前，有效的仍是现行值；改动写在各栏下方。</p>}
    </>
  )
}

function Fields(props: {
  definition: RecordPartProps['definition']
  view: RecordView
  asOf: ReturnType<typeof useCompared>
}) {
  const { definition, view, asOf } = props
  if (!view.effective && !view.pending)
    return <p className="x-soft">该记录已作废，没有有效的值；以前的内容在“办理记录”里。</p>
  return (
    <References value={{ ...asOf.references, ...view.references }}>
      <RecordFields definition={definition} view={view} compared={asOf.compared} />
    </References>
  )
}

function Evidence({ files }: { files: RecordView['effectiveAttachments'] }) {
  return (
    <section className="xr-section" data-field="attachments">
      <h2>佐证材料</h2>
      {files.length > 0 ? (
        <Suspense fallback={<Skeleton lines={4} />}>
          <EvidenceViewer files={files} />
        </Suspense>
      ) : (
        <p className="x-faint">没有佐证材料</p>
      )}
    </section>
  )
}

/** When and by whom the effective value was registered or verified. */
function Applied({ view: { appliedAt, appliedBy }, word }: { view: RecordView; word: string }) {
  return (
    <section>
      <h2>现行值</h2>
      <p>
        {appliedAt && listTime(appliedAt)}
        {appliedBy && `　${appliedBy}`}
        {word}
      </p>
    </section>
  )
}

function Holder({ view }: { view: RecordView }) {
  const { pending } = view
  if (!pending) return null
  const step = pending.route.find((one) => one.state === 'current')
  const stopped = pending.state === 'returned' || pending.state === 'rejected'
  return (
    <section>
      <h2>当前环节</h2>
      <RouteTrack steps={pending.route} stopped={stopped} />
      {step && !stopped && (
        <p>
          {step.institution}　{step.person ?? ''}
          {pending.waitingDays !== null && (
            <span className="xr-accent">　{waiting(pending.waitingDays)}</span>
          )}
          {step.usualDays !== null && (
            <span className="x-faint">　通常 {Math.max(1, Math.round(step.usualDays))} 天</span>
          )}
        </p>
      )}
      {pending.appealUntil && (
        <p className="xr-bad">
          如有异议，{sentenceDate(pending.appealUntil)}前可以申诉一次；也可以改好后另行申报。
        </p>
      )}
    </section>
  )
}
