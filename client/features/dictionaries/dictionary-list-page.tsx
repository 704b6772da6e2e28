import { Link, useSearchParams } from 'react-router'
import type { DictionaryLine } from '../../../catalogue/contract/administration/dictionary.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked, type ListRequest } from '../../engine/list/use-asked.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { thousands } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { inOrder } from '../../ui/layout/line-order.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { CalendarView } from './calendar-view.tsx'
import { useDictionaries } from './use-dictionaries.ts'
import './dictionaries.css'

export const editPath = '/appCore/dictionaryEdit'

const tabs = [
  { key: 'dictionaries', label: '字典' },
  { key: 'calendar', label: '工作日历' },
] as const

/**
 * The tables the portal goes by: dictionaries and the working-day calendar. Which one is open stands in the
 * address.
 */
export function DictionaryListPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const calendar = search.get('view') === 'calendar'
  const note = calendar
    ? '审核和申诉的期限按工作日数，照这里的日历'
    : '表单里的选项都出自这里；项目只停用，不删除'
  return (
    <PageFrame title={entry.title} note={note}>
      <StateTabs
        label="哪张表"
        tabs={tabs}
        current={calendar ? 'calendar' : 'dictionaries'}
        onSelect={(key) => setSearch(key === 'calendar' ? { view: key } : {})}
      />
      {calendar ? <CalendarView /> : <Dictionaries />}
    </PageFrame>
  )
}

const keys = ['q', 'only'] as const
const search = { key: 'q', label: '字典或栏目名称', hint: '如 学历、学习经历' } as const
const filters: readonly BarFilter<(typeof keys)[number]>[] = [
  {
    kind: 'choice',
    key: 'only',
    label: '范围',
    hint: '全部字典',
    options: [
      { value: 'used', label: '档案里用到的' },
      { value: 'changed', label: '改动过的' },
    ],
  },
]

/** The dictionaries and where each is used, narrowed and ordered by what stands in the address. */
function Dictionaries() {
  const asked = useAsked(keys)
  return (
    <>
      <FilterBar
        search={search}
        filters={filters}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Lines asked={asked} />
    </>
  )
}

function Lines({ asked }: { asked: ListRequest<(typeof keys)[number]> }) {
  const { data, error, refetch } = useDictionaries()
  if (!data) {
    return error ? (
      <ErrorBox title="字典打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={12} />
    )
  }
  const only = asked.of('only')
  const shown = data.list.filter(
    (line) =>
      matches(line, asked.of('q')) &&
      (only !== 'used' || !line.fixed) &&
      (only !== 'changed' || line.changed > 0),
  )
  if (shown.length === 0)
    return <Empty text="没有符合条件的字典。" action={<Button onClick={asked.clear}>看全部</Button>} />
  return (
    <LineTable
      label={`字典，${shown.length} 部`}
      lines={inOrder(shown, asked.sort, orders)}
      columns={columns}
      keyOf={({ name }) => name}
      stale={false}
      order={{ sort: asked.sort, onSort: (sort) => asked.put({ sort }) }}
      testId="dictionary-line"
    />
  )
}

function matches({ label, name, standard, uses }: DictionaryLine, q: string): boolean {
  const words = [label, name, standard, ...uses.flatMap((use) => [use.title, use.label])]
  return words.some((word) => word.toLowerCase().includes(q.trim().toLowerCase()))
}

/** All dictionaries are in the browser, so it orders them itself. */
const orders = {
  label: (a: DictionaryLine, b: DictionaryLine) => a.label.localeCompare(b.label, 'zh-CN'),
  items: (a: DictionaryLine, b: DictionaryLine) => a.items - b.items,
  changed: (a: DictionaryLine, b: DictionaryLine) => a.changed - b.changed,
}

const columns: readonly LineColumn<DictionaryLine>[] = [
  {
    key: 'label',
    title: '字典',
    wide: true,
    sort: 'label',
    render: ({ name, label }) => <Link to={`${editPath}?name=${name}`}>{label}</Link>,
  },
  { key: 'items', title: '项数', figure: true, sort: 'items', render: ({ items }) => thousands(items) },
  {
    key: 'changed',
    title: '改动',
    figure: true,
    sort: 'changed',
    render: ({ changed }) => (changed > 0 ? <b>{thousands(changed)}</b> : <span className="x-faint">0</span>),
  },
  { key: 'standard', title: '出处', render: ({ standard }) => standard },
  { key: 'uses', title: '用在哪里', render: (line) => <Uses line={line} /> },
]

function Uses({ line: { fixed, uses } }: { line: DictionaryLine }) {
  if (fixed) return <span className="x-faint">系统本身使用，只能查看</span>
  const titles = [...new Set(uses.map(({ title }) => title))]
  return (
    <span className="x-soft">
      {titles.length > 4 ? `${titles.slice(0, 4).join('、')}等 ${titles.length} 类档案` : titles.join('、')}
    </span>
  )
}
