import { useSearchParams } from 'react-router'
import type { PackageJob, PackageQuery } from '../../../catalogue/contract/archive-transfer.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime, thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { NewPackage } from './new-package.tsx'
import { PackageActs } from './package-acts.tsx'
import { PackageMark } from './package-mark.tsx'
import { usePackages } from './use-packages.ts'
import './archive-transfer.css'

type Which = PackageQuery['which']
const lists = {
  mine: ['本单位的', '暂无移交包。'],
  waiting: ['待我同意', '暂无待您同意的移交包。'],
  transferred: ['已移交', '暂无已移交的档案。'],
} as const satisfies Record<Which, readonly [string, string]>
const keys = ['mine', 'waiting', 'transferred'] as const

const columns: readonly LineColumn<PackageJob>[] = [
  {
    key: 'title',
    title: '内容',
    wide: true,
    render: ({ id, title }) => (
      <span>
        {title} <span className="x-soft x-dense">编号 {id}</span>
      </span>
    ),
  },
  { key: 'records', title: '件数', figure: true, render: ({ records }) => thousands(records) },
  { key: 'people', title: '人数', figure: true, render: ({ people }) => thousands(people) },
  { key: 'problems', title: '检测问题', figure: true, render: ({ problems }) => thousands(problems) },
  {
    key: 'asked',
    title: '申请人',
    render: ({ askedBy, office, askedAt }) => (
      <span>
        {askedBy} <span className="x-soft x-dense">{`${office}　${listTime(askedAt)}`}</span>
      </span>
    ),
  },
  { key: 'state', title: '状态', render: (job) => <PackageMark job={job} /> },
  { key: 'acts', title: '操作', render: (job) => <PackageActs job={job} /> },
]

/** 归档移交: packages of an office, those that wait for its consent, and those that were handed over. */
export function ArchiveTransferPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const which = keys.find((one) => one === search.get('which')) ?? 'mine'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const answer = usePackages({ which, page })
  if (search.get('act') === 'new') return <NewPackage entry={entry} />
  const begin = `${entry.path}?act=new`
  return (
    <PageFrame
      title={entry.title}
      note="档案打包移交给档案馆；登记移交回执后为已移交，平台上仍可查阅"
      actions={
        <ButtonLink to={begin} look="primary">
          制作移交包
        </ButtonLink>
      }
    >
      <StateTabs
        label="移交包"
        tabs={keys.map((key) => ({
          key,
          label: lists[key][0],
          ...(key === 'waiting' && answer.data && { count: answer.data.waiting }),
        }))}
        current={which}
        onSelect={(key) => setSearch({ which: key })}
      />
      <Loaded answer={answer} failed="移交包打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={lists[which][1]}
              action={which === 'mine' ? <ButtonLink to={begin}>制作移交包</ButtonLink> : undefined}
            />
          ) : (
            <>
              <LineTable
                label={lists[which][0]}
                lines={data.list}
                columns={columns}
                keyOf={({ id }) => String(id)}
                stale={answer.isPlaceholderData}
                testId="archive-package"
              />
              <Pager {...data} onPage={(to) => setSearch({ which, page: String(to) })} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}
