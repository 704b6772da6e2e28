import { decisionFilters, type MyReviewPage } from '../../../catalogue/contract/archive/my-reviews.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
import { ReviewLine } from './review-line.tsx'
import { isDecision, useMyReviews, useUndo } from './use-my-reviews.ts'
import './my-reviews.css'

const keys = ['type', 'decision', 'from', 'to'] as const
type Key = (typeof keys)[number]

/** What I decided, newest first, with what became of it. The filters and the page stand in the address. */
export function MyReviewsPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const { of, page, isNarrowed, clear, put } = asked
  const decision = of('decision')
  const reviews = useMyReviews({
    type: of('type'),
    decision: isDecision(decision) ? decision : '',
    from: of('from'),
    to: of('to'),
    page,
  })
  const undo = useUndo()
  return (
    <PageFrame title={entry.title} note="我作出的审核决定，新的在前；通过后十分钟内、上一级还没办时可以撤销">
      <FilterBar
        filters={filtersOf(reviews.data?.types ?? [])}
        asked={asked}
        onAsk={(key, value) => put({ [key]: value })}
      >
        <ExportButton
          title={entry.title}
          list="reviews/mine"
          query={asked.filter}
          columns={exportColumns}
          total={reviews.data?.total}
          unit="条"
        />
      </FilterBar>
      <Loaded answer={reviews} failed="审核记录打开失败" lines={10}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={isNarrowed ? '没有符合这些条件的审核记录。' : '暂无审核记录。'}
              action={isNarrowed && <Button onClick={clear}>看全部</Button>}
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
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

/** What a line tells, as columns of a file. */
const exportColumns = [
  { key: 'at', title: '审核时间' },
  { key: 'act', title: '审核结果' },
  { key: 'type', title: '栏目' },
  { key: 'owner', title: '教师' },
  { key: 'institution', title: '单位' },
  { key: 'summary', title: '内容' },
  { key: 'reason', title: '意见' },
  { key: 'state', title: '现状' },
] as const

const decisions = Object.entries(decisionFilters).map(([value, { label }]) => ({ value, label }))

/** @param types the types of records that the reader decided about */
const filtersOf = (types: MyReviewPage['types']): readonly BarFilter<Key>[] => [
  {
    kind: 'choice',
    key: 'type',
    label: '栏目',
    options: types.map(({ type, title }) => ({ value: type, label: title })),
  },
  { kind: 'choice', key: 'decision', label: '审核结果', options: decisions },
  { kind: 'day', key: 'from', label: '开始日期' },
  { kind: 'day', key: 'to', label: '结束日期' },
]
