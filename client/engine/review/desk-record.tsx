import { lazy, Suspense } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Remarks } from '../record/remarks.tsx'
import { References, unnamed } from '../record/references.ts'
import { Changes } from './changes/changes.tsx'
import { OtherRecords } from './changes/other-records.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { DeskDialog } from './desk-dialog.tsx'
import { OwnerHead } from './owner-head.tsx'
import { ReasonPanel } from './reasons/reason-panel.tsx'
import { useDeskActs, type DeskRecordProps } from './use-desk-acts.ts'

const EvidenceViewer = lazy(async () => ({
  default: (await import('../evidence/evidence-viewer.tsx')).EvidenceViewer,
}))

/**
 * One record under review: changes, evidence and decision. Every record gets an instance of its own, so that
 * no reason is carried over.
 */
export function DeskRecord(props: DeskRecordProps) {
  const { definition, view, pending, decision } = props
  const { busy } = decision
  const acts = useDeskActs(props)
  const { reasons, may, question, ask, unread } = acts
  const { warningBox, evidenceBox, words } = unread
  return (
    <>
      <div className="xr-middle">
        <OwnerHead definition={definition} view={view} pending={pending} />
        <References value={view.references ?? unnamed}>
          <Changes
            definition={definition}
            view={view}
            pending={pending}
            reasons={reasons}
            warningBox={warningBox}
            onPoint={acts.pointAt}
          />
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
            <div ref={evidenceBox} data-file={acts.file ?? pending.attachments[0]?.id}>
              <EvidenceViewer files={pending.attachments} open={acts.file} onOpen={acts.openFile} />
            </div>
          </Suspense>
        )}
        {may('return') && (
          <ReasonPanel
            definition={definition}
            reasons={reasons}
            target={acts.target}
            onTarget={acts.setTarget}
          />
        )}
        <Remarks definition={definition} view={view} />
        {may('reject') && (
          // On a phone the bar has room for the two usual decisions only, so 不通过 stands here.
          <Button look="text" className="xr-narrow-only" onClick={() => ask('reject')}>
            判为不通过…
          </Button>
        )}
      </div>
      <DecisionBar
        pending={pending}
        count={reasons.picked.length}
        unread={may('approve') ? words : ''}
        way={acts.way}
        onWay={acts.setWay}
        busy={busy}
        can={view.can}
        onPass={acts.pass}
        onReturn={acts.sendBack}
        onReject={() => ask('reject')}
        onSkip={acts.skip}
        onHelp={() => ask('help')}
      />
      {question && (
        <DeskDialog
          question={question}
          samples={reasons.picked.map((one) => one.reason)}
          busy={busy}
          onClose={() => ask(null)}
          onDecide={acts.decide}
        />
      )}
    </>
  )
}
