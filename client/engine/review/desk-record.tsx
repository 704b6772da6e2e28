import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { ActionBody, PendingView, RecordView } from '../../../catalogue/contract/records.ts'
import { listTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StatusMark } from '../../ui/look/status-mark.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { recordApi } from '../data/record-api.ts'
import { passingWithWords, ReasonDialog } from '../record/reason-dialog.tsx'
import { References, unnamed } from '../record/references.ts'
import { RouteTrack } from '../record/route-steps.tsx'
import { DecisionBar, ShortcutHelp, type ReturnWay } from './decision-bar.tsx'
import { DiffTable, keysOf } from './changes/diff-table.tsx'
import { OtherRecords } from './changes/other-records.tsx'
import { freeReasonId, ReasonPanel } from './reasons/reason-panel.tsx'
import { useShortcuts, type EarlyDigits } from './shortcuts.ts'
import type { Decision, useDecision } from './use-decision.ts'
import { asBody, useReasons, wholeRecord } from './reasons/use-reasons.ts'

const EvidenceViewer = lazy(async () => ({
  default: (await import('../evidence/evidence-viewer.tsx')).EvidenceViewer,
}))

export interface DeskRecordProps {
  readonly definition: AnyRecord
  readonly view: RecordView
  readonly pending: PendingView
  readonly decision: ReturnType<typeof useDecision>
  readonly early: EarlyDigits
  readonly onSkip: () => void
}

/**
 * One record under review: what changed, what supports it, and the decision. Stands anew for every record.
 */
export function DeskRecord({
  definition,
  view,
  pending,
  decision: { busy, decide },
  early,
  onSkip,
}: DeskRecordProps) {
  const reasons = useReasons(definition)
  const [target, setTarget] = useState(wholeRecord)
  const [way, setWay] = useState<ReturnWay>({ comeBack: true, toStep: null })
  const [file, setFile] = useState<string | undefined>()
  const [asking, setAsking] = useState<'pass' | 'reject' | 'help' | null>(null)
  useLook(definition.name, view, pending)
  const point = (key: string) => {
    setTarget(key)
    document.getElementById(freeReasonId)?.focus()
  }
  const run = (...[verdict, body]: [Decision, ActionBody?]) => {
    early.clear()
    void decide(view, verdict, body)
  }
  const skip = () => {
    early.clear()
    onSkip()
  }
  const opinion = pending.route.find((step) => step.state === 'current')?.reasonRequired === true
  const pass = () => (opinion ? setAsking('pass') : run('approve'))
  const sendBack = () => {
    if (reasons.picked.length === 0) {
      notify.warn('请先选或写一条退回意见')
      document.getElementById(freeReasonId)?.focus()
      return
    }
    const to = way.toStep === null ? {} : { toStep: way.toStep }
    run('return', { ...asBody(reasons.picked), comeBack: way.comeBack, ...to })
  }
  const nextFile = () => {
    const at = pending.attachments.findIndex((one) => one.id === file)
    setFile(pending.attachments[(at + 1) % Math.max(1, pending.attachments.length)]?.id)
    document.querySelector<HTMLElement>('.xv-stage')?.focus()
  }
  const numbers = reasons.library
    .slice(0, 9)
    .map((one, i) => [String(i + 1), () => reasons.toggle(one)] as const)
  const may = (verb: string) => view.can.some((one) => one === verb)
  useShortcuts({
    S: skip,
    E: nextFile,
    '?': () => setAsking('help'),
    ...(may('approve') && { A: pass }),
    ...(may('return') && { R: sendBack, ...(!busy && Object.fromEntries(numbers)) }),
  })
  const chooseEarly = () => {
    const pressed = early.take()
    for (const [key, choose] of numbers) if (may('return') && pressed.includes(key)) choose()
  }
  const opened = useEffectEvent(chooseEarly)
  useEffect(() => opened(), [])
  return (
    <>
      <div className="xr-middle">
        <Who view={view} pending={pending} />
        <References value={view.references ?? unnamed}>
          <Changes definition={definition} view={view} pending={pending} reasons={reasons} onPoint={point} />
        </References>
        <OtherRecords
          definition={definition}
          ownerId={view.ownerId}
          ownerName={view.ownerName}
          except={view.id}
        />
      </div>
      <div className="xr-right">
        {definition.attachments && (
          <Suspense fallback={<Skeleton lines={5} />}>
            <EvidenceViewer files={pending.attachments} open={file} onOpen={setFile} />
          </Suspense>
        )}
        {may('return') && (
          <ReasonPanel definition={definition} reasons={reasons} target={target} onTarget={setTarget} />
        )}
        {may('reject') && (
          // On a phone the bar holds the two usual decisions; the final one stands here.
          <Button look="text" className="xr-narrow-only" onClick={() => setAsking('reject')}>
            判为不通过…
          </Button>
        )}
      </div>
      <DecisionBar
        pending={pending}
        count={reasons.picked.length}
        way={way}
        onWay={setWay}
        busy={busy}
        can={view.can}
        onPass={pass}
        onReturn={sendBack}
        onReject={() => setAsking('reject')}
        onSkip={skip}
        onHelp={() => setAsking('help')}
      />
      {asking && (
        <DeskDialog
          asking={asking}
          samples={reasons.picked.map((one) => one.reason)}
          busy={busy}
          onClose={() => setAsking(null)}
          onDecide={run}
        />
      )}
    </>
  )
}

/** The dialog that is open: an opinion where the chain asks for one, the reason of a rejection, the keys. */
function DeskDialog(props: {
  asking: 'pass' | 'reject' | 'help'
  samples: readonly string[]
  busy: boolean
  onClose: () => void
  onDecide: (verdict: Decision, body: ActionBody) => void
}) {
  const { asking, samples, busy, onClose, onDecide } = props
  if (asking === 'help') return <ShortcutHelp onClose={onClose} />
  const answered = (verdict: Decision) => (reason: string | null) => {
    onClose()
    if (reason !== null) onDecide(verdict, { reason })
  }
  return asking === 'reject' ? (
    <RejectDialog samples={samples} busy={busy} onAnswer={answered('reject')} />
  ) : (
    <ReasonDialog
      question={passingWithWords('这一步的审核流程要求写明意见，教师和上级都看得到。', '审核通过')}
      busy={busy}
      onAnswer={answered('approve')}
    />
  )
}

/**
 * 不通过 is not 退回修改: the dialog says what follows from it before it is done (lifecycles.review: appeal, or
 * amend as 另行申报).
 */
function RejectDialog(props: {
  samples: readonly string[]
  busy: boolean
  onAnswer: (reason: string | null) => void
}) {
  const question = {
    title: '判为不通过',
    text: '不通过是对这次申报的结论：本人可以在 15 个工作日内向上一级申诉一次，也可以改好后另行申报。只是要改的，请用“退回修改”。',
    ok: '不通过',
    label: '原因',
    samples: props.samples,
  }
  return <ReasonDialog question={question} busy={props.busy} onAnswer={props.onAnswer} />
}

/** Tells the server that this version was looked at, so that the next one can say what changed since. */
function useLook(type: string, view: RecordView, pending: PendingView) {
  useEffect(() => {
    recordApi.look(type, view.id).catch(() => undefined)
  }, [type, view.id, pending.revisionId])
}

function Who({ view, pending }: { view: RecordView; pending: PendingView }) {
  return (
    <header className="xr-who">
      <h1 tabIndex={-1}>
        {view.ownerName}
        <span>{[view.ownerNote, view.institutionName].filter(Boolean).join('　')}</span>
      </h1>
      <p className="x-soft">
        {pending.submittedAt && `${listTime(pending.submittedAt)} 提交　`}第 {pending.no} 次{'　'}
        <StatusMark state={pending.state} level={pending.level} />
      </p>
      <RouteTrack steps={pending.route} />
    </header>
  )
}

function Changes(
  props: Pick<DeskRecordProps, 'definition' | 'view' | 'pending'> & {
    reasons: ReturnType<typeof useReasons>
    onPoint: (key: string) => void
  },
) {
  const { definition, view, pending, reasons, onPoint } = props
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
      {pending.warnings.length > 0 ? (
        <div className="xr-info xr-info-accent">
          <Icon name="warn" />
          <div>
            <b>校验提示 {pending.warnings.length} 条</b>
            {pending.warnings.map((warning) => (
              <p key={warning.message}>
                {warning.message}
                {warning.because && <span className="xr-said">申报人说明：{warning.because}</span>}
              </p>
            ))}
          </div>
        </div>
      ) : (
        <p className="xr-info">
          <Icon name="info" />
          规则校验没有提示。
        </p>
      )}
    </>
  )
}
