import { useMemo } from 'react'
import type { ArchiveDocument } from '../../../catalogue/contract/archive/archive.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { PrintForms } from '../../engine/forms/index.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { sentenceDate } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { AsOf } from './as-of.tsx'
import { CompareView } from './views/compare-view.tsx'
import { DocumentHead } from './document/document-head.tsx'
import { DocumentView } from './document/document-view.tsx'
import { EvidenceView } from './views/evidence-view.tsx'
import { Names } from './names.ts'
import { Neighbours } from './neighbours.tsx'
import { archivePagePath } from '../../engine/archive-path.ts'
import { documentPath, overviewPath } from './paths.ts'
import { PrintDialog, PrintHead, usePrinting } from './document/printing.tsx'
import { TeacherList } from './teacher-list.tsx'
import { TimelineView } from './views/timeline-view.tsx'
import { useArchive } from './use-archive.ts'
import { usePlace, type View } from './use-place.ts'
import './archives.css'
import './document/document.css'
import './views/views.css'
import './document/print.css'

const views = [
  { key: 'document', label: '档案' },
  { key: 'compare', label: '两期对比' },
  { key: 'timeline', label: '办理记录' },
  { key: 'evidence', label: '佐证材料' },
] as const satisfies readonly { key: View; label: string }[]

/** The whole archive of one teacher. A teacher sees their own; an office that named nobody chooses first. */
export function ArchiveDocumentPage({ entry }: { entry: PageEntry }) {
  const place = usePlace()
  if (place.teacherId !== null) return <OneArchive entry={entry} teacherId={place.teacherId} />
  if (place.own) {
    return (
      <PageFrame title={entry.title}>
        <Empty text="您的账号无教师档案，请联系学校。" />
      </PageFrame>
    )
  }
  const { archive } = entry
  return (
    <PageFrame title={entry.title} note="先选一位教师">
      <TeacherList to={(id, list) => documentPath(id, archive && { archive }, list)} />
    </PageFrame>
  )
}

function OneArchive({ entry, teacherId }: { entry: PageEntry; teacherId: number }) {
  const place = usePlace()
  const { data, error, refetch } = useArchive(teacherId, place.view === 'document' ? place.date : null)
  const printing = usePrinting()
  // The page has no side menu beside its contents, so the way back stands here for the teacher, too.
  const crumbs = place.own ? [{ label: '档案总览', to: overviewPath() }] : crumbsOf(place, data)
  return (
    <PageFrame
      title={place.own ? entry.title : titleOf(entry, data)}
      crumbs={crumbs}
      note={data?.date && `${sentenceDate(data.date)}的档案`}
      actions={
        <>
          {!place.own && <Neighbours teacherId={teacherId} />}
          <Papers
            teacherId={teacherId}
            data={data}
            shown={place.view === 'document'}
            onPrint={printing.ask}
          />
        </>
      }
    >
      <div className="archive-one">
        {error && (
          <>
            <ErrorBox title="档案打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
            {place.date && <Button onClick={() => place.go({ date: null })}>回到今天</Button>}
          </>
        )}
        {!data && !error && <Skeleton lines={14} />}
        {data && <Shown key={teacherId} entry={entry} document={data} printing={printing} />}
      </div>
      {printing.asking && data && <PrintDialog document={data} printing={printing} />}
    </PageFrame>
  )
}

/** Printed forms, which are not for guests, and the page on paper. */
function Papers({
  teacherId,
  data,
  shown,
  onPrint,
}: {
  teacherId: number
  data: ArchiveDocument | undefined
  shown: boolean
  onPrint: () => void
}) {
  return (
    <>
      {data?.until === undefined && <PrintForms of={{ teacherId }} />}
      <PrintButton shown={data !== undefined && shown} onClick={onPrint} />
    </>
  )
}

const titleOf = ({ title }: PageEntry, data: ArchiveDocument | undefined): string =>
  data ? `${data.head.name}的档案` : title

function PrintButton({ shown, onClick }: { shown: boolean; onClick: () => void }) {
  return (
    shown && (
      <Button icon="print" onClick={onClick}>
        打印
      </Button>
    )
  )
}

/** Where the archive stands: the list it was opened from, and the teacher's institution. */
function crumbsOf({ list }: ReturnType<typeof usePlace>, data: ArchiveDocument | undefined) {
  const { roll, ...filter } = list
  const first =
    roll === ''
      ? { label: '教师档案', to: overviewPath(filter) }
      : { label: '教师名册', to: archivePagePath('roll') }
  return data ? [first, { label: data.head.institution }] : [first]
}

interface ShownProps {
  readonly entry: PageEntry
  readonly document: ArchiveDocument
  readonly printing: ReturnType<typeof usePrinting>
}

function Shown(props: ShownProps) {
  const place = usePlace()
  return (
    <>
      {place.view === 'document' && <PrintHead document={props.document} />}
      <DocumentHead document={props.document} />
      <StateTabs
        label="看档案的方式"
        tabs={props.document.until === undefined ? views : views.slice(0, 1)}
        current={place.view}
        onSelect={(view) => place.go({ view: view === 'document' ? null : view, page: null })}
      />
      <Content {...props} />
    </>
  )
}

function Content(props: ShownProps) {
  const { entry, document, printing } = props
  const place = usePlace()
  const { teacherId } = document.head
  const names = useMemo(
    () =>
      new Map(
        document.sections.flatMap(({ records }) => records.map(({ id, summary }) => [id, summary] as const)),
      ),
    [document],
  )
  return (
    <Names value={names}>
      {place.view === 'document' && (
        <>
          <AsOf date={place.date} until={document.until} onChoose={(date) => place.go({ date })} />
          <DocumentView document={document} opened={entry.archive ?? 'personal'} printing={printing} />
        </>
      )}
      {place.view === 'compare' && <CompareView teacherId={teacherId} />}
      {place.view === 'timeline' && <TimelineView teacherId={teacherId} />}
      {place.view === 'evidence' && <EvidenceView teacherId={teacherId} />}
    </Names>
  )
}
