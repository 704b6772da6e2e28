import type { PaperLine, PaperView } from '../../../catalogue/contract/papers.ts'
import { selectable, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { ReachDots } from '../../engine/library/reach-dots.tsx'
import { useColumns } from '../../engine/list/column-chooser.tsx'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { ListShell } from '../../engine/list/list-shell.tsx'
import type { ViewedAsked } from '../../engine/list/use-viewed-asked.ts'
import { listDate } from '../../platform/format.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { usePapers } from './use-papers.ts'
import { emptyText, isMade, standingOf, underTitle } from './words.ts'

export const paperKeys = ['keyword', 'examPaperKind', 'schoolStage', 'grade', 'subject', 'view'] as const
type Key = (typeof paperKeys)[number]
const narrowing: readonly Key[] = ['keyword', 'examPaperKind', 'schoolStage', 'grade', 'subject']

const choice = (key: Key & DictName, label: string): BarFilter<Key> => ({
  kind: 'choice',
  key,
  label,
  options: selectable(key).map((item) => ({ value: item.code, label: item.label })),
})
const filters: readonly BarFilter<Key>[] = [
  choice('subject', '学科'),
  choice('schoolStage', '学段'),
  choice('grade', '年级'),
  choice('examPaperKind', '类别'),
]
const isOwned = (tab: PaperView): boolean => tab === 'mine' || tab === 'sealed' || tab === 'queue'

/** The papers of one tab. */
export function PaperList({ tab, asked, path }: { tab: PaperView; asked: ViewedAsked<Key>; path: string }) {
  const { of, page, rows } = asked
  const result = usePapers({
    view: tab,
    page,
    pageSize: rows,
    ...Object.fromEntries(narrowing.map((key) => [key, of(key)])),
  })
  const isNarrowed = narrowing.some((key) => of(key) !== '')
  const clear = () => asked.put(Object.fromEntries(narrowing.map((key) => [key, ''])))
  const columns = useColumns(`papers:${isOwned(tab) ? 'made' : 'shared'}`, columnsOf(tab, path), [])
  return (
    <ListShell
      title="试卷"
      testId="papers"
      result={result}
      paging={{ ...asked, size: rows, isNarrowed, clear }}
      columns={columns}
      filters={(end) => (
        <FilterBar
          search={{ key: 'keyword', label: '试卷名称' }}
          filters={filters}
          asked={{ of, isNarrowed, clear }}
          onAsk={(key, value) => asked.put({ [key]: value })}
        >
          {end}
        </FilterBar>
      )}
      empty={emptyText(tab, isNarrowed)}
      emptyAction={isMade(path) && !isNarrowed && <ButtonLink to={`${path}?new=1`}>新增试卷</ButtonLink>}
      rows={({ list }, shown, pages) => (
        <>
          <LineTable
            label="试卷"
            lines={list}
            columns={shown}
            keyOf={({ id }) => String(id)}
            stale={result.isPlaceholderData}
            testId="paper-line"
          />
          {pages}
        </>
      )}
    />
  )
}

type PaperColumn = LineColumn<PaperLine> & { readonly fixed?: true }

function columnsOf(tab: PaperView, path: string): PaperColumn[] {
  return [
    {
      key: 'title',
      title: '试卷',
      wide: true,
      fixed: true,
      render: (line) => (
        <div className="paper-line">
          <ButtonLink look="text" to={`${path}?id=${line.id}`}>
            {line.title}
          </ButtonLink>
          <p className="paper-under x-faint x-dense">{underTitle(line)}</p>
        </div>
      ),
    },
    isOwned(tab)
      ? { key: 'standing', title: '状态', render: standingOf }
      : { key: 'reach', title: '共享到', render: ({ reach }) => <ReachDots reach={reach ?? '0'} /> },
    {
      key: 'at',
      title: isOwned(tab) ? '修改时间' : '发布时间',
      render: ({ updatedAt }) => <span className="x-num">{listDate(updatedAt)}</span>,
    },
  ]
}
