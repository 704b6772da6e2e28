import { Link, useSearchParams } from 'react-router'
import type { SiteList } from '../../../catalogue/contract/portal/sites.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { SiteEditPage } from './site-edit-page.tsx'
import type { FrontOfSite } from './site-preview.tsx'
import { useSites } from './use-sites.ts'

type Line = SiteList['list'][number]

/** 站点: the public sites that an office or the administrator keeps; `?client=` opens one. */
export function SitesPage({ entry, Front }: { entry: PageEntry; Front: FrontOfSite }) {
  const [search] = useSearchParams()
  const client = Number(search.get('client') ?? '')
  if (Number.isInteger(client) && client > 0)
    return <SiteEditPage key={client} client={client} entry={entry} Front={Front} />
  return <SiteListPage entry={entry} />
}

const drafts = { none: '', draft: '有草稿', asked: '待复核' } as const

function SiteListPage({ entry }: { entry: PageEntry }) {
  const { data, error, refetch } = useSites()
  const columns: readonly LineColumn<Line>[] = [
    {
      key: 'name',
      title: '站点',
      wide: true,
      render: ({ clientId, name }) => <Link to={`${entry.path}?client=${clientId}`}>{name}</Link>,
    },
    { key: 'area', title: '区域', render: ({ areaName }) => areaName },
    { key: 'domain', title: '域名', render: ({ domain }) => domain ?? '未设置' },
    {
      key: 'state',
      title: '状态',
      render: ({ enabled, no }) => (enabled ? (no > 0 ? `第 ${no} 版` : '未发布') : '已停用'),
    },
    { key: 'draft', title: '草稿', render: ({ draft }) => drafts[draft] },
  ]
  return (
    <PageFrame title={entry.title}>
      {error && !data && (
        <ErrorBox title="站点打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={6} />}
      {data && data.list.length === 0 && <Empty text="本单位所在区域暂无站点方案，请联系系统管理员新增。" />}
      {data && data.list.length > 0 && (
        <LineTable
          label="站点"
          lines={data.list}
          columns={columns}
          keyOf={({ clientId }) => String(clientId)}
          stale={false}
        />
      )}
    </PageFrame>
  )
}
