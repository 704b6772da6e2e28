import Drawer from 'antd/es/drawer'
import { lazy, Suspense } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StatusMark } from '../../ui/look/status-mark.tsx'
import { useRecord } from '../data/queries.ts'
import { confirmingColumns, institutionColumn, ownerColumn } from '../list/columns.tsx'
import { RecordList } from '../list/record-list.tsx'
import '../engine.css'
import { usePageState } from './page-state.ts'
import { TypeTabs } from './type-tabs.tsx'

const RecordDetail = lazy(async () => ({
  default: (await import('../record/record-detail.tsx')).RecordDetail,
}))

/** Effective records only, for teachers too: without it their lists show pending ones beside them. */
const effectiveOnly = { queue: 'done' } as const

const before = [ownerColumn, institutionColumn]
const ofSchool = [ownerColumn]

/** Effective records of all owners in the reader’s scope: the list, and one record in a drawer beside it. */
export function ArchiveListPage() {
  const page = usePageState()
  const { current, entry, id, go, role } = page
  if (!current)
    return (
      <PageFrame title={entry.title}>
        <Empty text="该栏目暂未开通。" />
      </PageFrame>
    )
  return (
    <PageFrame title={entry.title} note="已生效的记录，只读">
      <TypeTabs page={page} />
      <RecordList
        key={current.name}
        definition={current.definition}
        base={effectiveOnly}
        before={role !== null && role > 3 ? before : ofSchool}
        after={confirmingColumns(current.definition)}
        views="archive-list"
        searchHint="姓名、拼音首字母"
        verb="查看"
        onOpen={(row) => go({ id: row.id })}
        empty={`暂无${current.label}。`}
      />
      <Drawer
        open={id !== null}
        onClose={() => go({})}
        size={1040}
        title={current.definition.title}
        destroyOnHidden
      >
        {id !== null && <Reading definition={current.definition} id={id} onClose={() => go({})} />}
      </Drawer>
    </PageFrame>
  )
}

function Reading({ definition, id, onClose }: { definition: AnyRecord; id: string; onClose: () => void }) {
  const { data: view, error, refetch } = useRecord(definition.name, id)
  if (error)
    return <ErrorBox title="记录打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!view) return <Skeleton lines={12} />
  return (
    <>
      <header className="xr-who">
        <h2>
          {view.ownerName}
          <span>
            {view.institutionName}　{view.ownerNote}
          </span>
        </h2>
        <p>
          {view.summary}
          {'　'}
          <StatusMark
            state={view.state}
            level={view.pending?.level ?? null}
            change={view.effective !== null}
            unconfirmed={view.unconfirmed}
          />
        </p>
      </header>
      <Suspense fallback={<Skeleton lines={12} />}>
        <RecordDetail definition={definition} view={view} />
      </Suspense>
      {/* Also what the keyboard reaches in a record that has nothing else to press: the drawer scrolls. */}
      <Button onClick={onClose}>关闭</Button>
    </>
  )
}
