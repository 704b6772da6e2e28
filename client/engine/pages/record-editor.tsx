import { lazy, Suspense, useEffect, useState, type ReactNode, type ComponentProps } from 'react'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame, type Crumb } from '../../ui/layout/page-frame.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StatusMark } from '../../ui/look/status-mark.tsx'
import { useRecord, useMakeStale } from '../data/queries.ts'
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
 * The page around a form. It keeps the id it opened with: a new record gets its id with the first save, and a
 * new key would rebuild the form while the person types.
 */
export function RecordEditor({ definition, id, side, ownerNote, crumbs, ...rest }: RecordEditorProps) {
  const [opened] = useState(id)
  const answer = useRecord(definition.name, opened, true)
  const { data: view, isFetching } = answer
  const [shown, setShown] = useState<RecordView | null>(null)
  if (view && shown === null && !isFetching) setShown(view)
  // The form saved drafts, of which cached lists and views know nothing.
  const makeStale = useMakeStale()
  useEffect(() => () => void makeStale(), [makeStale])
  const isNew = opened === null
  const title = isNew ? `新增${definition.title}` : (shown?.summary ?? definition.title)
  return (
    <PageFrame
      title={title}
      crumbs={[...crumbs, { label: isNew ? '新增' : '修改' }]}
      mark={shown && definition.review && <EditedMark view={shown} />}
      note={ownerNote ?? noteOf(definition, side, shown)}
    >
      {isNew || shown ? (
        <Opened definition={definition} view={shown} side={side} {...rest} />
      ) : (
        <Loaded answer={{ ...answer, data: undefined }} failed="记录打开失败" lines={12}>
          {() => null}
        </Loaded>
      )}
    </PageFrame>
  )
}

/** The form, or the reason why the record cannot be edited now. */
function Opened(props: ComponentProps<typeof RecordForm>) {
  const refusal = props.view && refusalOf(props.definition, props.view)
  if (refusal !== null) return <ErrorBox title={refusal} />
  return (
    <Suspense fallback={<Skeleton lines={12} />}>
      <RecordForm {...props} />
    </Suspense>
  )
}

function EditedMark({ view: { pending, state, effective } }: { view: RecordView }) {
  return (
    <StatusMark state={pending?.state ?? state} level={pending?.level ?? null} change={effective !== null} />
  )
}

/**
 * For an office, the owner of the record; for the owner, that the effective value stays until the review
 * ends.
 */
function noteOf(
  definition: AnyRecord,
  side: RecordEditorProps['side'],
  shown: RecordView | null,
): string | undefined {
  if (!shown) return undefined
  const { ownerName, ownerNote, effective } = shown
  if (side === 'institution' && definition.owner === 'teacher') return `${ownerName}　${ownerNote}`
  return effective && !takesEffectAtOnce(definition, side) ? '审核通过前，档案里仍显示现行值' : undefined
}

/** Why a record cannot be edited now, in words; null when it can. */
function refusalOf(definition: AnyRecord, { can, pending, state }: RecordView): string | null {
  if (can.includes('edit')) return null
  if ((pending?.state ?? state) === 'inReview') return '该记录正在审核，撤回后才能修改。'
  return `您现在不能修改该${definition.title}。`
}
