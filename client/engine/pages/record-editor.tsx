import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { RecordView } from '../../../catalogue/contract/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame, type Crumb } from '../../ui/layout/page-frame.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StatusMark } from '../../ui/look/status-mark.tsx'
import { useRecord, useStale } from '../data/queries.ts'
import { takesEffectAtOnce, type Side } from '../../../catalogue/rules/sides.ts'

const RecordForm = lazy(async () => ({ default: (await import('../form/record-form.tsx')).RecordForm }))

export interface RecordEditorProps {
  readonly definition: AnyRecord
  /** The record to edit; null for a new one. */
  readonly id: string | null
  readonly side: Side
  readonly ownerId?: number | undefined
  readonly ownerNote?: ReactNode
  readonly crumbs: readonly Crumb[]
  readonly focus: string | null
  readonly onCreated: (id: string) => void
  readonly onDone: (id: string) => void
  readonly onCancel: () => void
}

/**
 * The page around a form. The id it opened with stays: a new record gets its id with the first save, and the
 * form must not be built anew under somebody's hands.
 */
export function RecordEditor({ definition, id, side, ownerNote, crumbs, ...rest }: RecordEditorProps) {
  const [opened] = useState(id)
  const { data: view, error, isFetching, refetch } = useRecord(definition.name, opened, true)
  const [shown, setShown] = useState<RecordView | null>(null)
  if (view && shown === null && !isFetching) setShown(view)
  // Drafts were saved on the way; lists and views read before know nothing of them.
  const stale = useStale()
  useEffect(() => () => void stale(), [stale])
  const title = opened === null ? `新增${definition.title}` : (shown?.summary ?? definition.title)
  const pending = shown?.pending
  const state = pending?.state ?? shown?.state
  return (
    <PageFrame
      title={title}
      crumbs={[...crumbs, { label: opened === null ? '新增' : '修改' }]}
      mark={
        state &&
        definition.chain && (
          <StatusMark state={state} level={pending?.level ?? null} change={shown?.effective !== null} />
        )
      }
      note={
        ownerNote ??
        (side === 'institution' && definition.owner === 'teacher' && shown
          ? `${shown.ownerName}　${shown.ownerNote}`
          : undefined) ??
        (shown?.effective && !takesEffectAtOnce(definition, side)
          ? '审核通过前，档案里仍显示现行值'
          : undefined)
      }
    >
      {error && (
        <ErrorBox title="这条记录没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {opened !== null && !shown && !error && <Skeleton lines={12} />}
      {(opened === null || shown) && refusalOf(definition, shown?.can, opened, state) === null ? (
        <Suspense fallback={<Skeleton lines={12} />}>
          <RecordForm definition={definition} view={shown} side={side} {...rest} />
        </Suspense>
      ) : (
        shown && <ErrorBox title={refusalOf(definition, shown.can, opened, state) ?? ''} />
      )}
    </PageFrame>
  )
}

/** Why a record cannot be edited now, in words; null when it can. */
function refusalOf(
  definition: AnyRecord,
  can: readonly string[] | undefined,
  opened: string | null,
  state: Parameters<typeof stateLabel>[0] | undefined,
): string | null {
  if (opened === null || can?.includes('edit')) return null
  if (state === 'inReview') return '这条记录正在审核，撤回后才能修改。'
  return `您现在不能修改这条${definition.title}。`
}
