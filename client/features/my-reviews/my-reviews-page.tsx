import { useSearchParams } from 'react-router'
import { decisionFilters, type MyReviewPage } from '../../../catalogue/contract/archive/my-reviews.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { FilterForm } from '../../ui/forms/filter-form.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
import { ReviewLine } from './review-line.tsx'
import { isDecision, useMyReviews, useUndo, type ReviewFilter } from './use-my-reviews.ts'
import './my-reviews.css'

const everything = { type: '', decision: '', from: '', to: '' } as const

/** What I decided, newest first, with what became of it. The filters and the page stand in the address. */
export function MyReviewsPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const decision = search.get('decision')
  const filter: ReviewFilter = {
    type: search.get('type') ?? '',
    decision: isDecision(decision) ? decision : '',
    from: search.get('from') ?? '',
    to: search.get('to') ?? '',
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
  }
  const reviews = useMyReviews(filter)
  const undo = useUndo()
  const go = (to: Partial<ReviewFilter>) => {
    const kept = Object.entries({ ...filter, page: 1, ...to }).filter(
      ([key, value]) => value !== '' && !(key === 'page' && value === 1),
    )
    setSearch(Object.fromEntries(kept.map(([key, value]) => [key, String(value)])))
  }
  const filtered = [filter.type, filter.decision, filter.from, filter.to].some((one) => one !== '')
  return (
    <PageFrame title={entry.title} note="我作出的审核决定，新的在前；通过后十分钟内、上一级还没办时可以撤销">
      <Filters
        key={search.toString()}
        filter={filter}
        filtered={filtered}
        types={reviews.data?.types ?? []}
        onChange={go}
      />
      <Loaded answer={reviews} failed="审核记录没能打开" lines={10}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={filtered ? '没有符合这些条件的审核记录。' : '您还没有审核过记录。'}
              action={filtered && <Button onClick={() => go(everything)}>清除筛选</Button>}
            />
          ) : (
            <>
              <RowList label="审核记录" stale={reviews.isPlaceholderData} ordered>
                {data.list.map((one) => (
                  <ReviewLine
                    key={one.id}
                    review={one}
                    busy={undo.isPending}
                    onUndo={() => undo.mutate(one)}
                  />
                ))}
              </RowList>
              <Pager {...data} onPage={(page) => go({ page })} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function Filters({
  filter,
  filtered,
  types,
  onChange,
}: {
  filter: ReviewFilter
  filtered: boolean
  types: MyReviewPage['types']
  onChange: (to: Partial<ReviewFilter>) => void
}) {
  return (
    <FilterForm
      filtered={filtered}
      onAsk={(of) => {
        const decision = of('decision')
        onChange({
          type: of('type'),
          decision: isDecision(decision) ? decision : '',
          from: of('from'),
          to: of('to'),
        })
      }}
      onClear={() => onChange(everything)}
    >
      <label>
        栏目
        <select name="type" defaultValue={filter.type}>
          <option value="">全部栏目</option>
          {filter.type !== '' && types.length === 0 && <option value={filter.type}>…</option>}
          {types.map(({ type, title }) => (
            <option key={type} value={type}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label>
        审核结果
        <select name="decision" defaultValue={filter.decision}>
          <option value="">全部结果</option>
          {Object.entries(decisionFilters).map(([key, { label }]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        开始日期
        <input name="from" type="date" defaultValue={filter.from} />
      </label>
      <label>
        结束日期
        <input name="to" type="date" defaultValue={filter.to} />
      </label>
    </FilterForm>
  )
}
