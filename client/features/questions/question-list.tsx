import { useState } from 'react'
import type { QuestionLine } from '../../../catalogue/contract/questions.ts'
import { Stem } from '../../engine/library/question-text.tsx'
import { labelOf, selectable, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { useColumns } from '../../engine/list/column-chooser.tsx'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { ReachDots } from '../../engine/library/reach-dots.tsx'
import { ListShell } from '../../engine/list/list-shell.tsx'
import type { ViewedAsked } from '../../engine/list/use-viewed-asked.ts'
import { listDate } from '../../platform/format.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { ExportPart } from './export-part.tsx'
import { useQuestions } from './use-questions.ts'
import { emptyText, isSharedTab, standingOf, underStem, type QuestionTab } from './words.ts'

/** What stands in the address of the bank. */
export const questionKeys = [
  'keyword',
  'questionKind',
  'questionForm',
  'schoolStage',
  'subject',
  'difficulty',
  'year',
  'point',
  'order',
  'book',
  'node',
  'view',
  'id',
] as const
type Key = (typeof questionKeys)[number]
/** What narrows the list, among them. */
const narrowing: readonly Key[] = [
  'keyword',
  'questionKind',
  'questionForm',
  'schoolStage',
  'subject',
  'difficulty',
  'year',
  'point',
  'node',
]

const choice = (key: Key, label: string, dict: DictName): BarFilter<Key> => ({
  kind: 'choice',
  key,
  label,
  options: selectable(dict).map((item) => ({ value: item.code, label: item.label })),
})

const years = (): readonly { value: string; label: string }[] =>
  Array.from({ length: 12 }, (_, back) => String(new Date().getFullYear() - back)).map((year) => ({
    value: year,
    label: year,
  }))

const filtersOf = (tab: QuestionTab): readonly BarFilter<Key>[] => [
  choice('subject', '学科', 'subject'),
  choice('schoolStage', '学段', 'schoolStage'),
  choice('questionForm', '题型', 'questionForm'),
  choice('difficulty', '难度', 'difficulty'),
  choice('questionKind', '结构', 'questionKind'),
  { kind: 'choice', key: 'year', label: '年份', options: years() },
  ...(isSharedTab(tab)
    ? [
        {
          kind: 'choice' as const,
          key: 'order' as const,
          label: '排序',
          hint: '新的在前',
          options: [{ value: 'used', label: '用得多的在前' }],
        },
      ]
    : []),
]

/** The questions of one tab, each with its stem as it is printed. */
export function QuestionList({
  tab,
  asked,
  writePath,
}: {
  tab: QuestionTab
  asked: ViewedAsked<Key>
  writePath: string | null
}) {
  const { of, page, rows } = asked
  const query = {
    view: tab,
    page,
    pageSize: rows,
    ...Object.fromEntries([...narrowing, 'order' as const].map((key) => [key, of(key)])),
  }
  const result = useQuestions(query)
  const isNarrowed = narrowing.some((key) => of(key) !== '')
  const clear = () => asked.put(Object.fromEntries([...narrowing, 'book', 'id'].map((key) => [key, ''])))
  const open = (id: number) => asked.turn('id', String(id))
  const columns = useColumns(
    `questions:${isSharedTab(tab) ? 'shared' : 'written'}`,
    columnsOf(tab, open, Number(of('id'))),
    [],
  )
  const [isExport, setExport] = useState(false)
  return (
    <div className="library-list">
      {isExport && <ExportPart query={query} onClose={() => setExport(false)} />}
      <ListShell
        title="试题"
        testId="questions"
        result={result}
        paging={{ ...asked, size: rows, isNarrowed, clear }}
        columns={columns}
        filters={(end) => (
          <FilterBar
            search={{ key: 'keyword', label: '题干、知识点、公式' }}
            filters={filtersOf(tab)}
            asked={{ of, isNarrowed, clear }}
            onAsk={(key, value) => asked.put({ [key]: value })}
          >
            <Button icon="download" aria-expanded={isExport} onClick={() => setExport(!isExport)}>
              导出
            </Button>
            {end}
          </FilterBar>
        )}
        empty={emptyText(tab, isNarrowed)}
        emptyAction={<NextStep tab={tab} writePath={writePath} onAll={() => asked.put({ view: 'all' })} />}
        rows={({ list }, shown, pages) => (
          <>
            <LineTable
              label="试题"
              lines={list}
              columns={shown}
              keyOf={({ id }) => String(id)}
              stale={result.isPlaceholderData}
              testId="question-line"
            />
            {pages}
          </>
        )}
      />
    </div>
  )
}

function NextStep({
  tab,
  writePath,
  onAll,
}: {
  tab: QuestionTab
  writePath: string | null
  onAll: () => void
}) {
  if (writePath !== null && !isSharedTab(tab))
    return <ButtonLink to={`${writePath}?new=1`}>新增试题</ButtonLink>
  return tab === 'own' || tab === 'region' ? <Button onClick={onAll}>看全部可用的</Button> : null
}

type QuestionColumn = LineColumn<QuestionLine> & { readonly fixed?: true }

function columnsOf(tab: QuestionTab, open: (id: number) => void, opened: number): QuestionColumn[] {
  return [
    {
      key: 'stem',
      title: '试题',
      wide: true,
      fixed: true,
      render: (line) => (
        <div className={line.gone ? 'question-line library-gone' : 'question-line'}>
          {line.gone ? <p>{line.title}　已下架</p> : <Stem stem={line.stem} options={line.options} />}
          <p className="question-under x-faint x-dense">
            {line.newer ? '新版审核中　' : ''}
            {underStem(line)}
          </p>
          <Button look="text" aria-current={line.id === opened || undefined} onClick={() => open(line.id)}>
            查看<span className="x-hidden">：{line.title}</span>
          </Button>
        </div>
      ),
    },
    {
      key: 'difficulty',
      title: '难度',
      render: ({ difficulty }) => (difficulty === null ? '–' : labelOf('difficulty', difficulty)),
    },
    isSharedTab(tab)
      ? { key: 'reach', title: '共享到', render: ({ reach }) => <ReachDots reach={reach ?? '0'} /> }
      : { key: 'standing', title: '状态', render: standingOf },
    isSharedTab(tab)
      ? {
          key: 'uses',
          title: '外单位改编',
          figure: true,
          render: ({ useCount }) => (useCount === 0 ? '–' : `${useCount} 人`),
        }
      : {
          key: 'at',
          title: '修改时间',
          render: ({ updatedAt }) => <span className="x-num">{listDate(updatedAt)}</span>,
        },
  ]
}
