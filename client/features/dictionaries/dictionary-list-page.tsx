import { Link, useSearchParams } from 'react-router'
import type { DictionaryLine } from '../../../catalogue/contract/administration/dictionary.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { thousands } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { FilterForm } from '../../ui/forms/filter-form.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
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

/** The dictionaries and where each is used, narrowed by what stands in the address. */
function Dictionaries() {
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const only = search.get('only') ?? ''
  return (
    <>
      <FilterForm
        key={search.toString()}
        filtered={q !== '' || only !== ''}
        onAsk={(of) =>
          setSearch(
            Object.fromEntries(
              [
                ['q', of('q')],
                ['only', of('only')],
              ].filter(([, value]) => value !== ''),
            ),
          )
        }
        onClear={() => setSearch({})}
      >
        <label>
          字典或栏目名称
          <input name="q" type="search" defaultValue={q} maxLength={30} placeholder="如 学历、学习经历" />
        </label>
        <label>
          范围
          <select name="only" defaultValue={only}>
            <option value="">全部字典</option>
            <option value="used">档案里用到的</option>
            <option value="changed">改动过的</option>
          </select>
        </label>
      </FilterForm>
      <Lines q={q} only={only} onClear={() => setSearch({})} />
    </>
  )
}

function Lines({ q, only, onClear }: { q: string; only: string; onClear: () => void }) {
  const { data, error, refetch } = useDictionaries()
  if (!data) {
    return error ? (
      <ErrorBox title="字典没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton lines={12} />
    )
  }
  const shown = data.list.filter(
    (line) =>
      matches(line, q) && (only !== 'used' || !line.fixed) && (only !== 'changed' || line.changed > 0),
  )
  if (shown.length === 0)
    return <Empty text="没有符合条件的字典。" action={<Button onClick={onClear}>看全部</Button>} />
  return (
    <RowList stale={false} label={`字典，${shown.length} 部`}>
      {shown.map((line) => (
        <Row key={line.name} line={line} />
      ))}
    </RowList>
  )
}

function matches({ label, name, standard, uses }: DictionaryLine, q: string): boolean {
  const words = [label, name, standard, ...uses.flatMap((use) => [use.title, use.label])]
  return words.some((word) => word.toLowerCase().includes(q.trim().toLowerCase()))
}

function Row({ line: { name, label, standard, items, changed, fixed, uses } }: { line: DictionaryLine }) {
  const titles = [...new Set(uses.map(({ title }) => title))]
  return (
    <li className="dictionaries-row" data-testid="dictionary-line">
      <Link to={`${editPath}?name=${name}`}>{label}</Link>
      <span className="x-soft">
        {thousands(items)} 项{changed > 0 && <b>，改动 {changed} 项</b>}
      </span>
      <span className="x-soft x-dense">{standard}</span>
      <span className="x-soft x-dense">
        {fixed ? (
          <span className="x-faint">系统本身使用，只能查看</span>
        ) : titles.length > 4 ? (
          `${titles.slice(0, 4).join('、')}等 ${titles.length} 类档案`
        ) : (
          titles.join('、')
        )}
      </span>
    </li>
  )
}
