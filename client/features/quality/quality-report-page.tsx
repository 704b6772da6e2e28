import {
  findingKinds,
  findingLabels,
  type FindingKind,
  type FindingSummary,
  type FindingView,
} from '../../../catalogue/contract/archive/quality.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { sentenceTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { TeacherFindings } from './teacher-findings.tsx'
import { useFindings, useFindingSummary, type FindingFilter } from './use-quality.ts'
import './quality.css'

const isKind = (text: string): text is FindingKind => findingKinds.some((kind) => kind === text)

const keys = ['kind', 'type', 'q'] as const
type Key = (typeof keys)[number]
const search = { key: 'q', label: '教师', hint: '姓名或拼音' } as const

const filtersOf = (summary: FindingSummary | undefined): readonly BarFilter<Key>[] => [
  {
    kind: 'choice',
    key: 'type',
    label: '档案栏目',
    options: (summary?.types ?? []).map(({ type, title, count }) => ({
      value: type,
      label: `${title}（${count}）`,
    })),
  },
]

/**
 * What is missing, contradictory or unlikely in the archives of my scope. Kind, section, name and page stand
 * in the address.
 */
export function QualityReportPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const { of, page, isNarrowed, clear, put } = asked
  const kind = of('kind')
  const { data: summary } = useFindingSummary()
  const filter: FindingFilter = { kind: isKind(kind) ? kind : '', type: of('type'), q: of('q'), page }
  const findings = useFindings(filter)
  return (
    <PageFrame title={entry.title} note="检查已生效内容，更正生效后自动移除">
      {summary && <Summary {...summary} />}
      <StateTabs
        label="问题类别"
        tabs={tabsOf(summary)}
        current={filter.kind}
        onSelect={(one) => put({ kind: one })}
      />
      <FilterBar
        search={search}
        filters={filtersOf(summary)}
        asked={asked}
        onAsk={(key, value) => put({ [key]: value })}
      />
      <Loaded answer={findings} failed="数据质量打开失败" lines={10}>
        {(data) =>
          data.list.length === 0 ? (
            <NoFindings filtered={isNarrowed} onClear={clear} />
          ) : (
            <>
              <RowList stale={findings.isPlaceholderData}>
                {byTeacher(data.list).map((found) => (
                  <TeacherFindings key={`${found[0]?.ownerId}/${found[0]?.kind}`} findings={found} />
                ))}
              </RowList>
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

/** The kinds of findings as tabs, with their counts once they are known. */
function tabsOf(summary: ReturnType<typeof useFindingSummary>['data']) {
  const all = summary?.kinds.reduce((sum, one) => sum + one.count, 0)
  return [
    { key: '' as const, label: '全部', ...(all !== undefined && { count: all }) },
    ...findingKinds.map((kind) => {
      const count = summary?.kinds.find((one) => one.kind === kind)?.count
      return { key: kind, label: findingLabels[kind], ...(count !== undefined && { count }) }
    }),
  ]
}

function NoFindings({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <Empty
      text={filtered ? '没有符合条件的问题。' : '没有发现问题。'}
      action={filtered && <Button onClick={onClear}>看全部</Button>}
    />
  )
}

/** Neighbours of the same teacher and kind together: they are mended together. */
function byTeacher(list: readonly FindingView[]): FindingView[][] {
  const groups: FindingView[][] = []
  for (const one of list) {
    const last = groups.at(-1)
    if (last?.[0]?.ownerId === one.ownerId && last[0].kind === one.kind) last.push(one)
    else groups.push([one])
  }
  return groups
}

function Summary({ archives, examined, sound, oldestCheck, countedAt }: FindingSummary) {
  const share = examined === 0 ? 0 : Math.round((sound / examined) * 100)
  return (
    <Panel title="没有问题的档案" extra={<b className="x-num">{share}%</b>}>
      <Meter percent={share} label="没有问题的档案占已检查档案的比例" />
      <p className="x-soft x-dense">
        共 {archives} 份档案，已检查 {examined} 份，其中 {sound} 份没有问题。
        {examined < archives
          ? '其余正在检查。'
          : oldestCheck && `最早一份的检查时间是${sentenceTime(oldestCheck)}。`}
        {countedAt && `汇总数字每五分钟统计一次，现为${sentenceTime(countedAt)}的数字。`}
      </p>
    </Panel>
  )
}
