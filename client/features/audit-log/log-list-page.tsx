import { useSearchParams } from 'react-router'
import { logKinds, type LogKind } from '../../../catalogue/contract/administration/audit-log.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useAsked, type ListRequest } from '../../engine/list/use-asked.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { FilterLine } from './filter-line.tsx'
import { IntegrityPanel } from './integrity-panel.tsx'
import { logColumns } from './log-columns.tsx'
import { logKeys, useExport, useLogs, type LogKey } from './use-logs.ts'
import './logs.css'

const isKind = (text: string | null): text is LogKind => logKinds.some((kind) => kind === text)
const tabs = [
  { key: 'operation', label: '操作日志' },
  { key: 'signIn', label: '登录日志' },
] as const

/** Who signed in and who did what. The filter and the place in the list stand in the address. */
export function LogListPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const asked = useAsked(logKeys, ['before'])
  const given = search.get('kind')
  const kind = isKind(given) ? given : 'operation'
  const before = search.get('before') ?? ''
  const query = { kind, ...asked.filter }
  const { data, error, refetch, isPlaceholderData } = useLogs({ ...query, before, sort: asked.sort })
  const exporting = useExport(query)
  return (
    <PageFrame
      title={entry.title}
      note="只增不改；查阅某个人的日志，本身也记入日志"
      actions={
        <Button icon="download" busy={exporting.isPending} onClick={() => exporting.mutate()}>
          导出这些日志
        </Button>
      }
    >
      <IntegrityPanel />
      <StateTabs
        label="日志类别"
        tabs={tabs}
        current={kind}
        onSelect={(next) => setSearch(next === 'operation' ? {} : { kind: next })}
      />
      <FilterLine key={kind} kind={kind} asked={asked} onChange={asked.put} />
      {error && <ErrorBox title="日志打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={12} />}
      {data && !error && data.list.length === 0 && (
        <NoLines narrowed={asked.isNarrowed || before !== ''} onClear={asked.clear} />
      )}
      {data && !error && data.list.length > 0 && (
        <>
          <LineTable
            label={kind === 'signIn' ? '登录日志' : '操作日志'}
            lines={data.list}
            columns={logColumns(kind, asked.put)}
            keyOf={({ id }) => String(id)}
            stale={isPlaceholderData}
            order={{ sort: asked.sort, onSort: (sort) => asked.put({ sort }) }}
            testId="log-line"
            dataOf={({ action }) => ({ 'data-action': action })}
          />
          <Turning asked={asked} before={before} next={data.next} />
        </>
      )}
    </PageFrame>
  )
}

/** The way to the next lines; the log is too long for numbers of pages. */
function Turning(props: { asked: ListRequest<LogKey>; before: string; next: number | null }) {
  const { asked, before, next } = props
  const isRising = asked.sort === 'at'
  return (
    <nav className="x-pager" aria-label="翻页">
      <span>{isRising ? '从旧到新' : '从新到旧'}</span>
      <Button icon="left" disabled={before === ''} onClick={() => asked.put({})}>
        {isRising ? '回到最早' : '回到最新'}
      </Button>
      <Button disabled={next === null} onClick={() => asked.turn('before', String(next))}>
        下一页
      </Button>
    </nav>
  )
}

function NoLines({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  return (
    <Empty
      text={narrowed ? '没有符合条件的日志。' : '暂无日志。'}
      action={narrowed && <Button onClick={onClear}>看全部</Button>}
    />
  )
}
