import { useSearchParams } from 'react-router'
import { logKinds, type LogKind } from '../../../catalogue/contract/administration/audit-log.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { FilterLine } from './filter-line.tsx'
import { IntegrityPanel } from './integrity-panel.tsx'
import { LogRow } from './log-row.tsx'
import { useExport, useLogs, type LogFilter } from './use-logs.ts'
import './logs.css'

const isKind = (text: string | null): text is LogKind => logKinds.some((kind) => kind === text)
const tabs = [
  { key: 'operation', label: '操作日志' },
  { key: 'signIn', label: '登录日志' },
] as const

const nothing: Omit<LogFilter, 'kind'> = {
  action: '',
  actor: '',
  actorId: '',
  person: '',
  personId: '',
  institution: '',
  start: '',
  end: '',
}

function filterIn(search: URLSearchParams): LogFilter {
  const kind = search.get('kind')
  const of = (key: string) => search.get(key) ?? ''
  return {
    kind: isKind(kind) ? kind : 'operation',
    action: of('action'),
    actor: of('actor'),
    actorId: of('actorId'),
    person: of('person'),
    personId: of('personId'),
    institution: of('institution'),
    start: of('start'),
    end: of('end'),
  }
}

/** Who signed in and who did what. The filter and the place in the list stand in the address. */
export function LogListPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const filter = filterIn(search)
  const before = search.get('before') ?? ''
  const { data, error, refetch, isPlaceholderData } = useLogs(filter, before)
  const exporting = useExport(filter)
  const go = (to: Partial<LogFilter>, next = '') => {
    const kept = Object.entries({ ...filter, ...to, before: next }).filter(
      ([key, value]) => value !== '' && !(key === 'kind' && value === 'operation'),
    )
    setSearch(Object.fromEntries(kept))
  }
  const filtered = Object.keys(nothing).some((key) => search.has(key))
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
        current={filter.kind}
        onSelect={(kind) => go({ ...nothing, kind })}
      />
      <FilterLine
        key={search.toString()}
        filter={filter}
        filtered={filtered}
        onChange={go}
        onClear={() => go(nothing)}
      />
      {error && <ErrorBox title="日志没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={12} />}
      {data && !error && data.list.length === 0 && (
        <NoLines narrowed={filtered || before !== ''} onClear={() => go(nothing)} />
      )}
      {data && !error && data.list.length > 0 && (
        <>
          <RowList
            ordered
            stale={isPlaceholderData}
            label={filter.kind === 'signIn' ? '登录日志' : '操作日志'}
          >
            {data.list.map((line) => (
              <LogRow key={line.id} line={line} onFilter={go} />
            ))}
          </RowList>
          <nav className="x-pager" aria-label="翻页">
            <span>从新到旧</span>
            <Button icon="left" disabled={before === ''} onClick={() => go({})}>
              回到最新
            </Button>
            <Button disabled={data.next === null} onClick={() => go({}, String(data.next))}>
              下一页
            </Button>
          </nav>
        </>
      )}
    </PageFrame>
  )
}

function NoLines({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  return (
    <Empty
      text={narrowed ? '没有符合条件的日志。' : '还没有日志。'}
      action={narrowed && <Button onClick={onClear}>看全部</Button>}
    />
  )
}
