import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { guestPage, type Guest, type GuestKind } from '../../../catalogue/contract/archive/guests.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { sentenceDate } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'

const kinds = [
  { key: 'here', label: '来校任教' },
  { key: 'former', label: '曾在本校' },
] as const

const empty: Readonly<Record<GuestKind, string>> = {
  here: '目前没有外校教师在本校任教。',
  former: '暂无从本校调出或离开的教师。',
}

/** Shown above each list: how far the archive may be read. */
const note: Readonly<Record<GuestKind, string>> = {
  here: '任教期间可以查看档案，人事关系仍在原单位。',
  former: '可以查看离校那天的档案，之后的内容不显示。',
}

const columns: readonly LineColumn<Guest>[] = [
  {
    key: 'name',
    title: '姓名',
    wide: true,
    render: ({ teacherId, name }) => <Link to={documentPath(teacherId)}>{name}</Link>,
  },
  { key: 'institution', title: '现单位', render: ({ institution }) => institution ?? '已不在本区域' },
  { key: 'from', title: '到校', render: ({ from }) => sentenceDate(from) },
  { key: 'to', title: '离校', render: ({ to }) => (to === null ? '未定' : sentenceDate(to)) },
]

/**
 * People of other schools whose archives a school reads: who teaches here for a time, and who was here
 * before.
 */
export function GuestList() {
  const [search, setSearch] = useSearchParams()
  const which: GuestKind = search.get('which') === 'former' ? 'former' : 'here'
  const page = Math.max(1, Number(search.get('page') ?? 1) || 1)
  const query = { which, page, pageSize: 20 }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['records', 'guests', query],
    queryFn: ({ signal }) =>
      api.get('/api/v1/teacher/guests', { schema: guestPage, query, quiet: true, signal }),
    placeholderData: keepPreviousData,
  })
  const go = (to: Record<string, string>) =>
    setSearch((now) => new URLSearchParams({ ...Object.fromEntries(now), ...to }))
  return (
    <>
      <StateTabs
        label="来校与离校"
        tabs={kinds}
        current={which}
        onSelect={(key) => go({ which: key, page: '1' })}
      />
      <p className="x-note x-faint">{note[which]}</p>
      {error && <ErrorBox title="名单打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {data && data.total === 0 && <Empty text={empty[which]} />}
      {data && data.total > 0 && (
        <>
          <LineTable
            label={kinds.find(({ key }) => key === which)?.label ?? ''}
            lines={data.list}
            columns={columns}
            keyOf={({ teacherId, from }) => `${teacherId} ${from}`}
            stale={isPlaceholderData}
            testId="guest"
          />
          <Pager {...data} onPage={(to) => go({ page: String(to) })} />
        </>
      )}
    </>
  )
}
