import type { ReactNode } from 'react'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame, type Crumb } from '../../ui/layout/page-frame.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StatusMark } from '../../ui/look/status-mark.tsx'
import { useRecord } from '../data/queries.ts'
import { RecordDetail } from '../record/record-detail.tsx'
import { mayUrge, useRecordActs, type Subject } from '../record/use-record-acts.tsx'

/**
 * The title of a record. Without the owner’s name a summary such as 2025 would name no record among eighty
 * teachers.
 */
function titleOf({ title, owner }: AnyRecord, view: RecordView | undefined, forOffice: boolean): string {
  if (!view) return title
  const { ownerName, summary } = view
  return forOffice && owner === 'teacher' && summary !== ownerName ? `${ownerName}，${summary}` : summary
}

/** One record as a page of its own, with the acts that the reader may do. */
export function RecordPage(props: {
  definition: AnyRecord
  id: string
  title?: string
  crumbs: readonly Crumb[]
  /** Above the record: the tabs of a page that shows several types. */
  head?: ReactNode
  note?: ReactNode
  onEdit?: (() => void) | undefined
  onGone: () => void
}) {
  const { definition, id, title, crumbs, head, note, onEdit, onGone } = props
  const { data: view, error, refetch } = useRecord(definition.name, id)
  const role = useSession()?.role
  const acts = useRecordActs(definition, onGone)
  const subject: Subject | null = view
    ? {
        ...view,
        hasEffective: view.effective !== null,
        appealUntil: view.pending?.appealUntil,
        waitingDays: view.pending?.waitingDays,
      }
    : null
  return (
    <PageFrame
      title={title ?? titleOf(definition, view, role !== 2)}
      crumbs={crumbs}
      mark={view && <RecordMark definition={definition} view={view} />}
      note={note}
      actions={
        subject && (
          <RecordActs
            subject={subject}
            acts={acts}
            voidable={definition.regime !== 'own'}
            gives={view?.pending ? '放弃改动' : '删除'}
            onEdit={onEdit}
          />
        )
      }
    >
      {head}
      {error && <ErrorBox title="记录打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!view && !error && <Skeleton lines={12} />}
      {view && (
        <RecordDetail
          definition={definition}
          view={view}
          onEdit={view.can.includes('edit') ? onEdit : undefined}
        />
      )}
      {acts.dialog}
    </PageFrame>
  )
}

/** The state of a record beside its title; none for an effective record without a chain. */
function RecordMark({ definition, view }: { definition: AnyRecord; view: RecordView }) {
  const { pending, unconfirmed } = view
  const state = pending?.state ?? view.state
  if (!definition.review && !pending && state !== 'voided' && !unconfirmed) return null
  return (
    <StatusMark
      state={state}
      level={pending?.level ?? null}
      change={view.effective !== null}
      unconfirmed={unconfirmed}
    />
  )
}

/** The acts that the server allows this reader on the record now. */
function RecordActs(props: {
  subject: Subject
  acts: ReturnType<typeof useRecordActs>
  voidable: boolean
  /** Label of the act that deletes the pending value beside an effective one. */
  gives: string
  onEdit?: (() => void) | undefined
}) {
  const { subject, acts, voidable, gives, onEdit } = props
  const may = (verb: Subject['can'][number]) => subject.can.includes(verb)
  return (
    <>
      {may('withdraw') && (
        <Button icon="withdraw" onClick={() => void acts.withdraw(subject)}>
          撤回
        </Button>
      )}
      {mayUrge(subject) && (
        <Button icon="bell" busy={acts.busy} onClick={() => void acts.urge(subject)}>
          催办
        </Button>
      )}
      {may('appeal') && subject.appealUntil && <Button onClick={() => acts.appeal(subject)}>申诉</Button>}
      {may('delete') && (
        <Button icon="trash" onClick={() => void acts.remove(subject)}>
          {subject.hasEffective ? gives : '删除'}
        </Button>
      )}
      {may('void') && voidable && (
        <Button look="danger" icon="void" onClick={() => acts.makeVoid(subject)}>
          作废
        </Button>
      )}
      {may('edit') && onEdit && (
        <Button look="primary" icon="edit" onClick={onEdit}>
          修改
        </Button>
      )}
    </>
  )
}
