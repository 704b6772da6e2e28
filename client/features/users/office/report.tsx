import { Link, useLocation } from 'react-router'
import type { AccountReport } from '../../../../catalogue/contract/administration/office-accounts.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { useReport } from './use-accounts.ts'

type Line = AccountReport['list'][number]

/** How many accounts of each institution need attention; each number leads to them. */
export function Report({ entry }: { entry: PageEntry }) {
  const { pathname } = useLocation()
  const { data, error, refetch } = useReport()
  const figure = (key: 'unused' | 'weak' | 'old' | 'locked', asked: string) => (line: Line) =>
    line[key] === 0 ? (
      <span className="x-faint">0</span>
    ) : (
      <Link className="x-num" to={`${pathname}?institution=${line.institutionId}&${asked}`}>
        {line[key]}
      </Link>
    )
  const columns: readonly LineColumn<Line>[] = [
    { key: 'name', title: '单位', wide: true, render: ({ institution }) => institution },
    { key: 'all', title: '在用账号', figure: true, render: ({ accounts }) => accounts },
    { key: 'unused', title: '从未登录', figure: true, render: figure('unused', 'concern=unused') },
    { key: 'weak', title: '密码待修改', figure: true, render: figure('weak', 'concern=weak') },
    { key: 'old', title: '半年未改', figure: true, render: figure('old', 'concern=old') },
    { key: 'locked', title: '已锁定', figure: true, render: figure('locked', 'status=2') },
  ]
  return (
    <PageFrame
      title="账号情况"
      crumbs={[{ label: entry.title, to: pathname }]}
      note="只计在用的账号；密码待修改指过于简单或还是一次性密码"
    >
      {error && (
        <ErrorBox title="账号情况打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={10} />}
      {data?.list.length === 0 && <Empty text="暂无账号。" />}
      {data && data.list.length > 0 && (
        <LineTable
          label="各单位的账号情况"
          lines={data.list}
          columns={columns}
          keyOf={({ institutionId }) => String(institutionId)}
          stale={false}
          testId="report-line"
        />
      )}
    </PageFrame>
  )
}
