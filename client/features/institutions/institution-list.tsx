import { dictionary } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { InstitutionCategory } from '../../../catalogue/institutions/kinds.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { AddingBelowOwn } from './adding.tsx'
import { useAddresses } from './addresses.ts'
import { columnsOf, figureColumnsOf } from './columns.tsx'
import { useInstitutions } from './use-institutions.ts'

const keys = ['q', 'schoolType', 'state'] as const
type Key = (typeof keys)[number]

const search = { key: 'q', label: '名称或标识码', hint: '名称、拼音首字母、标识码，曾用的也可以' } as const
const ofSchools: readonly BarFilter<Key>[] = [
  {
    kind: 'choice',
    key: 'schoolType',
    label: '办学类型',
    options: dictionary('schoolType').items.map(({ code, label }) => ({ value: code, label })),
  },
]
const ofAll: readonly BarFilter<Key>[] = [
  {
    kind: 'choice',
    key: 'state',
    label: '状态',
    options: [{ value: 'closed', label: '已撤销' }],
    hint: '正常',
  },
]

const noteOf = (category: InstitutionCategory): string =>
  category === 'divisional'
    ? '教师按人事关系计'
    : '本学年的学生；在编、编外按今天的人事关系计，竖线为核定编制'

const columnsFor = (category: InstitutionCategory) =>
  category === 'divisional' ? columnsOf : figureColumnsOf

/** Institutions of one of the four lists, in the reader's region. Filters and page stand in the address. */
export function InstitutionList({ entry, category }: { entry: PageEntry; category: InstitutionCategory }) {
  const asked = useAsked(keys)
  const addresses = useAddresses()
  const { data, error, refetch, isPlaceholderData } = useInstitutions(category, asked)
  return (
    <PageFrame title={entry.title} note={noteOf(category)} actions={<AddingBelowOwn />}>
      <FilterBar
        search={search}
        filters={category === 'school' ? [...ofSchools, ...ofAll] : ofAll}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ExportButton
          title={entry.title}
          list="institutions"
          query={{ ...asked.filter, category }}
          columns={columnsFor(category)(() => '')}
          total={data?.total}
          unit="个"
        />
      </FilterBar>
      {error && <ErrorBox title="机构打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={12} />}
      {data && !error && data.list.length === 0 && (
        <Empty
          text={asked.isNarrowed ? '没有符合条件的机构。' : `范围内暂无${entry.title}。`}
          action={asked.isNarrowed && <Button onClick={asked.clear}>看全部</Button>}
        />
      )}
      {data && !error && data.list.length > 0 && (
        <>
          <LineTable
            label={entry.title}
            lines={data.list}
            columns={columnsFor(category)(({ id }) => addresses.one(id))}
            keyOf={({ id }) => String(id)}
            stale={isPlaceholderData}
            testId="institution-line"
          />
          <Pager {...data} onPage={asked.setPage} />
        </>
      )}
    </PageFrame>
  )
}
