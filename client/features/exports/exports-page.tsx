import { useSearchParams } from 'react-router'
import type { ExportJob, ExportListQuery } from '../../../catalogue/contract/administration/exports.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useExports } from '../../engine/exports/use-exports.ts'
import { PageTabs } from '../../engine/pages/type-tabs.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { exportColumns } from './columns.tsx'
import './exports-page.css'

type Which = ExportListQuery['which']
const lists = {
  mine: ['我导出的', '暂无导出记录。在各个列表上方点“导出”，写明用途后生成。'],
  waiting: ['待我同意', '暂无待您同意的导出。'],
  decided: ['我办理过的', '暂无已办理的导出申请。'],
} as const satisfies Record<Which, readonly [string, string]>
const isWhich = (word: string | null): word is Which => word !== null && Object.hasOwn(lists, word)
const keys = ['mine', 'waiting', 'decided'] as const

/** What was taken out of lists: the own files, those that wait for one's consent, and what one decided. */
export function ExportsPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const given = search.get('which')
  const which = isWhich(given) ? given : 'mine'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const marked = Number(search.get('id'))
  const answer = useExports({ which, page })
  const go = (to: Readonly<Record<string, string>>) => setSearch({ tab: 'exports', ...to })
  return (
    <PageFrame title={entry.title} note="文件保存七天；人数多的导出由第二人同意后生成">
      <PageTabs entry={entry} current="exports" />
      <StateTabs
        label="导出记录"
        tabs={keys.map((key) => ({
          key,
          label: lists[key][0],
          ...(key === 'waiting' && answer.data && { count: answer.data.waiting }),
        }))}
        current={which}
        onSelect={(key) => go({ which: key })}
      />
      <Loaded answer={answer} failed="导出记录打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text={lists[which][1]} />
          ) : (
            <>
              <LineTable<ExportJob>
                label={lists[which][0]}
                lines={data.list}
                columns={exportColumns(which)}
                keyOf={({ id }) => String(id)}
                stale={answer.isPlaceholderData}
                testId="export"
                dataOf={({ id }) => ({ 'data-id': String(id), ...(id === marked && { 'data-marked': '' }) })}
              />
              <Pager {...data} onPage={(to) => go({ which, page: String(to) })} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}
