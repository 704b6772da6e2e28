import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Analysis, Panel } from '../../../catalogue/contract/analysis/figures.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useAsked, type ListRequest } from '../../engine/list/use-asked.ts'
import { withQuery } from '../../platform/api/with-query.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { PageFrame, type Crumb } from '../../ui/layout/page-frame.tsx'
import { AnalysisFilters, views, type View } from './analysis-filters.tsx'
import { PersonsList } from './persons-list.tsx'
import { Sheet } from './sheet.tsx'
import { Summary } from './summary.tsx'
import { TextView } from './text-view.tsx'
import { Trend } from './trend.tsx'
import { askedOf, cellKeys, filterKeys, reportOf, useAnalysis, type Question } from './use-analysis.ts'
import { CountedTabs, hasRecords, RecordsView } from './records-view.tsx'
import { aboutAnalysis, placeOfRow, placeWords } from './words.ts'
import './analysis.css'

type Filters = ListRequest<(typeof filterKeys)[number]>

/**
 * A page of statistics: figures of a place and a day, each with its list behind it. Place, stage, basis, days
 * and the open list stand in the address.
 */
export function AnalysisPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  return search.has('records') && hasRecords(entry) ? (
    <RecordsView entry={entry} />
  ) : (
    <PeoplePage entry={entry} />
  )
}

function PeoplePage({ entry }: { entry: PageEntry }) {
  const report = reportOf(entry.path)
  const asked = useAsked(filterKeys, cellKeys)
  const [search] = useSearchParams()
  const question = questionOf(asked)
  const answer = useAnalysis(report, question)
  const isList = search.has('panel')
  return (
    <PageFrame
      title={entry.title}
      crumbs={answer.data ? crumbsOf(entry, answer.data, { question, isList }) : []}
      note={answer.data && !isList && `${placeWords(answer.data)}。每个数字都能打开名单，人数与数字一致。`}
    >
      {!isList && hasRecords(entry) && <CountedTabs entry={entry} current="people" />}
      {isList ? (
        <PersonsList report={report} entry={entry} question={question} />
      ) : (
        <>
          {answer.isError && asked.isNarrowed && (
            <Button className="an-anew" onClick={asked.clear}>
              清除筛选
            </Button>
          )}
          <Loaded answer={answer} failed="统计打开失败" lines={14}>
            {(data) => <Figures data={data} entry={entry} asked={asked} stale={answer.isPlaceholderData} />}
          </Loaded>
        </>
      )}
    </PageFrame>
  )
}

const questionOf = ({ of }: Filters): Question => ({
  institution: of('institution'),
  stage: of('stage'),
  basis: of('basis'),
  on: of('on'),
  compare: of('compare'),
  versus: of('versus'),
})

/** The way from the own institution down to the place, and to the list where one is open. */
function crumbsOf(
  { path: page, title }: PageEntry,
  { path }: Analysis,
  { question, isList }: { question: Question; isList: boolean },
): Crumb[] {
  const to = (institution: string) => withQuery(page, askedOf({ ...question, institution }))
  return [
    ...path.map(({ id, name }, index) =>
      !isList && index === path.length - 1
        ? { label: name }
        : { label: name, to: to(index === 0 ? '' : String(id)) },
    ),
    ...(isList ? [{ label: title, to: to(question.institution) }, { label: '名单' }] : []),
  ]
}

interface FiguresProps {
  readonly data: Analysis
  readonly entry: PageEntry
  readonly asked: Filters
  readonly stale: boolean
}

/** Filters, the row of first figures, and the sheet of panels. */
function Figures({ data, entry, asked, stale }: FiguresProps) {
  const [search] = useSearchParams()
  const [view, setView] = useState<View>(views.find((one) => one === search.get('view')) ?? 'chart')
  const question = askedOf(questionOf(asked))
  const links = {
    listOf: (panel: string) => (place: { row: string; column: string }) =>
      withQuery(entry.path, { ...question, panel, row: place.row, column: place.column }),
    belowOf: (row: string) => {
      const id = placeOfRow(row)
      return id === null || id === data.place.id
        ? null
        : withQuery(entry.path, { ...question, institution: id })
    },
  }
  const trend =
    data.dates.length === 0
      ? undefined
      : (panel: Panel) => <Trend data={data} entry={entry} question={questionOf(asked)} panel={panel} />
  return (
    <>
      <AnalysisFilters data={data} asked={asked} view={view} onView={setView} />
      {data.panels.length === 0 ? (
        <Empty text="该范围暂无可统计的数据。" />
      ) : (
        <div
          className={stale ? 'an-sheet x-stale' : 'an-sheet'}
          aria-busy={stale}
          data-testid="analysis-sheet"
        >
          {view === 'text' ? (
            <TextView data={data} />
          ) : (
            <>
              <Summary data={data} listOf={links.listOf} />
              <Sheet
                about={aboutAnalysis(data)}
                panels={data.panels}
                links={links}
                asTable={view === 'table'}
                trend={trend}
              />
            </>
          )}
        </div>
      )}
      {data.waiting.length > 0 && (
        <p className="an-waiting x-soft x-dense">
          暂不能统计：{data.waiting.map(({ title, waitsFor }) => `${title}（等待${waitsFor}）`).join('、')}。
        </p>
      )}
    </>
  )
}
