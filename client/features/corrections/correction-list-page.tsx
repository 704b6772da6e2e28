import { useSearchParams } from 'react-router'
import {
  officeQueues,
  type CorrectionCounts,
  type OfficeQueue,
  type QueueCounts,
} from '../../../catalogue/contract/workspace.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { ConfirmationRow, CorrectionRow } from './queue-rows.tsx'
import { useConfirmationQueue, useCorrectionCounts, useCorrectionQueue } from './use-corrections.ts'
import './corrections.css'

type Kind = 'corrections' | 'confirmations'

const queueLabels = { mine: '待我处理', below: '待下级处理', done: '已办' } as const satisfies Record<
  OfficeQueue,
  string
>

const nothing = {
  corrections: {
    mine: '暂无待答复的更正申请。',
    below: '暂无下级待答复的更正申请。',
    done: '暂无已答复的更正申请。',
  },
  confirmations: {
    mine: '暂无待确认的记录。',
    below: '暂无下级待确认的记录。',
    done: '暂无已确认的记录。',
  },
} as const satisfies Record<Kind, Record<OfficeQueue, string>>

/** What the address asks for; without a word, where something waits: confirmations where only those do. */
function kindOf(asked: string | null, counts: CorrectionCounts | undefined): Kind {
  if (asked === 'confirmations' || asked === 'corrections') return asked
  const onlyConfirmations = counts?.corrections.mine === 0 && (counts.confirmations?.mine ?? 0) > 0
  return onlyConfirmations ? 'confirmations' : 'corrections'
}

/**
 * Requests for correction and, above the school, records to confirm: what waits for this office, for one
 * below, what is decided.
 */
export function CorrectionListPage({ entry }: { entry: PageEntry }) {
  const [params, setParams] = useSearchParams()
  const { data: counts } = useCorrectionCounts()
  const above = (useSession()?.role ?? 0) > 3
  const kind = above ? kindOf(params.get('kind'), counts) : 'corrections'
  const queues = officeQueues.filter((queue) => above || queue !== 'below')
  const queue = queues.find((one) => one === params.get('queue')) ?? 'mine'
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const tab = params.get('tab')
  const go = (next: { kind?: Kind; queue?: OfficeQueue; page?: number }) =>
    setParams({
      ...(tab !== null && { tab }),
      kind: next.kind ?? kind,
      ...(next.queue && { queue: next.queue }),
      ...(next.page && next.page > 1 && { queue, page: String(next.page) }),
    })
  const figure = (of: QueueCounts | null | undefined, which: OfficeQueue) => of && { count: of[which] }
  return (
    <PageFrame title={above ? '更正与确认' : '更正申请'} note={noteOf(kind)}>
      <Neighbours entry={entry} tab={tab} onSelect={(key) => setParams({ tab: key })} />
      {above && (
        <StateTabs
          label="类别"
          tabs={[
            { key: 'corrections' as const, label: '更正申请', ...figure(counts?.corrections, 'mine') },
            { key: 'confirmations' as const, label: '待确认记录', ...figure(counts?.confirmations, 'mine') },
          ]}
          current={kind}
          onSelect={(next) => go({ kind: next })}
        />
      )}
      <StateTabs
        label="办理状态"
        tabs={queues.map((key) => ({ key, label: queueLabels[key], ...figure(counts?.[kind], key) }))}
        current={queue}
        onSelect={(next) => go({ queue: next })}
      />
      <Rows
        key={`${kind} ${queue}`}
        kind={kind}
        queue={queue}
        page={page}
        onPage={(next) => go({ queue, page: next })}
      />
    </PageFrame>
  )
}

const noteOf = (kind: Kind) =>
  kind === 'confirmations'
    ? '学校登记的已经生效；请核对后确认，有误的作废'
    : '教师认为登记有误的；答复以前，记录保持原样'

/** The other tabs of the route, where this page is one of several. */
function Neighbours({
  entry: { tabs = [] },
  tab,
  onSelect,
}: {
  entry: PageEntry
  tab: string | null
  onSelect: (key: string) => void
}) {
  const shown = tabs.flatMap(({ label, record, key = record }) => (key === null ? [] : [{ key, label }]))
  return shown.length > 1 ? (
    <StateTabs label="栏目" tabs={shown} current={tab ?? ''} onSelect={onSelect} />
  ) : null
}

function Rows({
  kind,
  queue,
  page,
  onPage,
}: {
  kind: Kind
  queue: OfficeQueue
  page: number
  onPage: (page: number) => void
}) {
  const corrections = useCorrectionQueue({ queue, page }, kind === 'corrections')
  const confirmations = useConfirmationQueue({ queue, page }, kind === 'confirmations')
  const { data, error, refetch } = kind === 'corrections' ? corrections : confirmations
  if (error && !data)
    return <ErrorBox title="名单打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={8} />
  if (data.list.length === 0) return <Empty text={nothing[kind][queue]} />
  return (
    <>
      <ul className="corrections-queue" data-testid="corrections-queue">
        {kind === 'corrections'
          ? corrections.data?.list.map((one) => <CorrectionRow key={one.id} one={one} />)
          : confirmations.data?.list.map((one) => (
              <ConfirmationRow key={one.id} one={one} mine={queue === 'mine'} />
            ))}
      </ul>
      <Pager {...data} onPage={onPage} />
    </>
  )
}
