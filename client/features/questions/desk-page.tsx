import { Stem } from '../../engine/library/question-text.tsx'
import { useSearchParams } from 'react-router'
import type { QuestionLine } from '../../../catalogue/contract/questions.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useColumns } from '../../engine/list/column-chooser.tsx'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { ListShell } from '../../engine/list/list-shell.tsx'
import { useViewedAsked } from '../../engine/list/use-viewed-asked.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { listDate } from '../../platform/format.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { QuestionDesk } from './desk.tsx'
import { QuestionUndo } from './undo.tsx'
import { useQuestions } from './use-questions.ts'
import { underStem } from './words.ts'
import './questions.css'

/** 试题审核: what waits for the own office, and one of it (`?id=`). */
export function QuestionDeskPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (id > 0) return <QuestionDesk id={id} path={entry.path} title={entry.title} />
  return (
    <PageFrame title={entry.title} note="通过后，本级范围内立刻可用；更大的范围送上一级。">
      <QuestionUndo />
      <Queue path={entry.path} />
    </PageFrame>
  )
}

const keys = ['keyword', 'subject', 'schoolStage'] as const

function Queue({ path }: { path: string }) {
  const asked = useViewedAsked(keys)
  const [, setSearch] = useSearchParams()
  const open = (id: number) => setSearch({ id: String(id) })
  const result = useQuestions({
    ...asked.filter,
    view: 'queue',
    page: asked.page,
    pageSize: asked.rows,
    state: undefined,
  })
  const columns = useColumns('questions:queue', columnsOf(open), [])
  const library = path.replace('xxstsh', 'xxxbstk').replace('xqstsh', 'xqqystk')
  return (
    <ListShell
      title="待审核的试题"
      testId="question-queue"
      result={result}
      paging={{ ...asked, size: asked.rows }}
      columns={columns}
      filters={(end) => (
        <FilterBar
          search={{ key: 'keyword', label: '题干、知识点' }}
          filters={(['subject', 'schoolStage'] as const).map((dict) => ({
            kind: 'choice',
            key: dict,
            label: dict === 'subject' ? '学科' : '学段',
            options: selectable(dict).map(({ code, label }) => ({ value: code, label })),
          }))}
          asked={asked}
          onAsk={(key, value) => asked.put({ [key]: value })}
        >
          {end}
        </FilterBar>
      )}
      empty={asked.isNarrowed ? '没有符合条件的试题。' : '暂无待审核的试题。'}
      emptyAction={!asked.isNarrowed && <ButtonLink to={library}>看已共享的试题</ButtonLink>}
      rows={({ list }, shown, pages) => (
        <>
          <LineTable
            label="待审核的试题"
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
  )
}

const columnsOf = (open: (id: number) => void): (LineColumn<QuestionLine> & { readonly fixed?: true })[] => [
  {
    key: 'stem',
    title: '试题',
    wide: true,
    fixed: true,
    render: (line) => (
      <div className="question-line">
        <Stem stem={line.stem} options={line.options} />
        <p className="question-under x-faint x-dense">{underStem(line)}</p>
        <Button look="text" onClick={() => open(line.id)}>
          审核<span className="x-hidden">：{line.title}</span>
        </Button>
      </div>
    ),
  },
  { key: 'asked', title: '申请共享到', render: ({ shareScope }) => labelOf('shareScope', shareScope) },
  {
    key: 'at',
    title: '提交时间',
    render: ({ updatedAt }) => <span className="x-num">{listDate(updatedAt)}</span>,
  },
]
