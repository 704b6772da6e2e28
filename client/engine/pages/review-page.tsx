import { lazy, Suspense, useState } from 'react'
import type { ListRow } from '../../../catalogue/contract/archive/records.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { useDeclarations, useRecordList } from '../data/queries.ts'
import {
  institutionColumn,
  ownerColumn,
  reviewColumns,
  stateColumn,
  waitedColumn,
  type Column,
} from '../list/columns.tsx'
import { queueQueryOf, useListState } from '../list/list-state.ts'
import { RecordList } from '../list/record-list.tsx'
import { BatchBar, BatchOutcome, type Outcome } from '../review/batch-bar.tsx'
import { UrgeBar } from '../review/urge-bar.tsx'
import { QueueAge } from '../review/queue-age.tsx'
import { UndoBar } from '../review/undo/undo-bar.tsx'
import '../engine.css'
import { usePageState, type PageState, type PageType } from './page-state.ts'
import { RecordPage } from './record-page.tsx'
import { TypeTabs } from './type-tabs.tsx'

const ReviewDesk = lazy(async () => ({ default: (await import('../review/review-desk.tsx')).ReviewDesk }))

/** The states of a review list: label of the tab, count, and the sentence of an empty list. */
const queues = {
  open: ['待我审', 'waiting', '没有待您审的记录。'],
  forwarded: ['已上报', 'forwarded', '没有已上报、还在上一级手里的记录。'],
  done: ['已通过', 'approved', '暂无已通过的记录。'],
  returned: ['已退回', 'returned', '没有退回未交的记录。'],
} as const
type Queue = keyof typeof queues

const isQueue = (word: string | null): word is Queue => word !== null && Object.hasOwn(queues, word)

/** The items that wait for this institution: as a list, or one after the other. */
export function ReviewPage() {
  const page = usePageState()
  const { current, entry, id, go } = page
  const queue = isQueue(page.queue) ? page.queue : 'open'
  if (!current)
    return (
      <PageFrame title={entry.title}>
        <Empty text="该栏目暂未开通。" />
      </PageFrame>
    )
  if (id === null) return <QueueList key={current.name} page={page} type={current} queue={queue} />
  if (queue === 'open') return <Desk key={current.name} page={page} type={current} id={id} />
  return (
    <RecordPage
      key={id}
      definition={current.definition}
      id={id}
      crumbs={[{ label: entry.title }, { label: queues[queue][0] }]}
      onGone={() => go({})}
    />
  )
}

function Desk({ page, type, id }: { page: PageState; type: PageType; id: string }) {
  const { state } = useListState(type.definition)
  return (
    <Suspense fallback={<Skeleton lines={12} />}>
      <ReviewDesk
        definition={type.definition}
        id={id}
        title={`${type.label}审核`}
        query={queueQueryOf({ ...state, page: 1, size: 100 }, { queue: 'open' })}
        onOpen={(next) => page.go({ id: next }, { replace: true })}
        onClose={() => page.go({})}
      />
    </Suspense>
  )
}

/** An office above the school reviews for many institutions, so its list has a column for them. */
function columnsOf(
  queue: Queue,
  role: number | null,
): { before: readonly Column[]; after: readonly Column[] } {
  const before = role !== null && role > 3 ? wideBefore : nearBefore
  return { before, after: queue === 'open' ? reviewColumns : queue === 'forwarded' ? withWait : after }
}
const nearBefore = [ownerColumn]
const wideBefore = [ownerColumn, institutionColumn]
const after = [stateColumn]
const withWait = [stateColumn, waitedColumn]

const nobody: ReadonlyMap<string, ListRow> = new Map()

/** The chosen rows of the state whose tab is open; another tab begins with none. */
function useChosen(queue: Queue) {
  const [selected, select] = useState({ queue, rows: nobody })
  const choose = (rows: ReadonlyMap<string, ListRow>) => select({ queue, rows })
  return [selected.queue === queue ? selected.rows : nobody, choose] as const
}

function QueueList({ page, type, queue }: { page: PageState; type: PageType; queue: Queue }) {
  const { definition } = type
  const [chosen, setChosen] = useChosen(queue)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { data: counted } = useRecordList(type.name, { queue: 'open', pageSize: 1, counts: '1' })
  const { data: declared } = useDeclarations()
  const isOpen = queue === 'open'
  const tabs = (Object.keys(queues) as Queue[]).map((key) => {
    const count = counted?.counts?.[queues[key][1]]
    return { key, label: queues[key][0], ...(count !== undefined && { count }) }
  })
  const many = {
    definition,
    chosen,
    onClear: () => setChosen(nobody),
    onDone: (result: Outcome) => {
      setOutcome(result)
      setChosen(nobody)
    },
  }
  return (
    <PageFrame title={page.entry.title} note={`教师交来的${definition.title}，通过后生效。`}>
      <TypeTabs page={page} counts={declared?.pending} />
      <StateTabs
        label="审核状态"
        tabs={tabs}
        current={queue}
        onSelect={(state) => page.switchTo({ state })}
      />
      {isOpen && counted?.counts && <QueueAge ages={counted.counts.ages} />}
      <UndoBar type={type.name} />
      {outcome && <BatchOutcome outcome={outcome} onClose={() => setOutcome(null)} />}
      <RecordList
        key={queue}
        definition={definition}
        base={{ queue }}
        {...columnsOf(queue, page.role)}
        sortable={queue === 'done'}
        views="review"
        searchHint="姓名、拼音首字母"
        verb={isOpen ? '审核' : '查看'}
        onOpen={(row) => page.go({ id: row.id })}
        {...((isOpen || queue === 'forwarded') && { selection: { chosen, onChange: setChosen } })}
        empty={queues[queue][2]}
      />
      {isOpen && <BatchBar {...many} />}
      {queue === 'forwarded' && <UrgeBar {...many} />}
    </PageFrame>
  )
}
