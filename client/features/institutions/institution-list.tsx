import { useSearchParams } from 'react-router'
import type { InstitutionCategory } from '../../../catalogue/institutions/kinds.ts'
import { dictionary } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { FilterForm } from '../../ui/forms/filter-form.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Adding } from './adding.tsx'
import { useAddresses } from './addresses.ts'
import { columnsOf } from './columns.tsx'
import { useInstitutions, type InstitutionFilter } from './use-institutions.ts'

/** Institutions of one of the four lists, in the reader's region. Filters and page stand in the address. */
export function InstitutionList({ entry, category }: { entry: PageEntry; category: InstitutionCategory }) {
  const [search, setSearch] = useSearchParams()
  const addresses = useAddresses()
  const of = (key: string) => search.get(key) ?? ''
  const filter: InstitutionFilter = {
    q: of('q'),
    category,
    schoolType: of('schoolType'),
    under: of('under'),
    state: of('state'),
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
  }
  const { data, error, refetch, isPlaceholderData } = useInstitutions(filter)
  const go = (to: Partial<InstitutionFilter>) => {
    const { category: _, ...kept } = { ...filter, page: 1, ...to }
    const shown = Object.entries(kept).filter(
      ([key, value]) => value !== '' && !(key === 'page' && value === 1),
    )
    setSearch(Object.fromEntries(shown.map(([key, value]) => [key, String(value)])))
  }
  const clear = () => go({ q: '', schoolType: '', under: '', state: '' })
  const filtered = [filter.q, filter.schoolType, filter.under, filter.state].some((one) => one !== '')
  return (
    <PageFrame title={entry.title} note="教师按人事关系计" actions={<Adding parentId={null} />}>
      <Filters
        key={search.toString()}
        filter={filter}
        filtered={filtered}
        schools={category === 'school'}
        onAsk={go}
        onClear={clear}
      />
      {error && <ErrorBox title="机构没能打开" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={12} />}
      {data && !error && data.list.length === 0 && (
        <Empty
          text={filtered ? '没有符合条件的机构。' : `范围内还没有${entry.title}。`}
          action={filtered && <Button onClick={clear}>看全部</Button>}
        />
      )}
      {data && !error && data.list.length > 0 && (
        <>
          <LineTable
            label={entry.title}
            lines={data.list}
            columns={columnsOf(({ id }) => addresses.one(id))}
            keyOf={({ id }) => String(id)}
            stale={isPlaceholderData}
            testId="institution-line"
          />
          <Pager {...data} onPage={(page) => go({ page })} />
        </>
      )}
    </PageFrame>
  )
}

function Filters(props: {
  filter: InstitutionFilter
  filtered: boolean
  schools: boolean
  onAsk: (to: Partial<InstitutionFilter>) => void
  onClear: () => void
}) {
  const { filter, filtered, schools, onAsk, onClear } = props
  return (
    <FilterForm
      filtered={filtered}
      onAsk={(of) => onAsk({ q: of('q'), schoolType: of('schoolType'), state: of('state') })}
      onClear={onClear}
    >
      <label>
        名称或标识码
        <input
          name="q"
          type="search"
          defaultValue={filter.q}
          maxLength={60}
          placeholder="名称、拼音首字母、标识码"
        />
      </label>
      {schools && (
        <label>
          办学类型
          <select name="schoolType" defaultValue={filter.schoolType}>
            <option value="">全部类型</option>
            {dictionary('schoolType').items.map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        状态
        <select name="state" defaultValue={filter.state}>
          <option value="">正常</option>
          <option value="closed">已撤销</option>
        </select>
      </label>
    </FilterForm>
  )
}
