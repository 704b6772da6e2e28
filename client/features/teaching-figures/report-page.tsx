import { useSearchParams } from 'react-router'
import type { TeachingReportAnswer } from '../../../catalogue/contract/teaching/reports.ts'
import { dictionary } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { BehindList, columnsTaken } from '../../engine/figures/behind-list.tsx'
import {
  Definitions,
  FigureTable,
  FirstFigures,
  Pictures,
  ViewChoice,
  type FigureLinks,
} from '../../engine/figures/figure-table.tsx'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked, type ListRequest } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { withQuery } from '../../platform/api/with-query.ts'
import { fullTime, listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { PageFrame, type Crumb } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { askedOf, filterKeys, useBehind, useReport, type FilterKey, type ReportAt } from './use-report.ts'
import { groupsAt, groupWords, hasFigures, isDrawnFirst, monthsUntil, reportAt, wordsOf } from './words.ts'

type ReportFilters = ListRequest<FilterKey | 'by' | 'view'>
type FilterValues = Readonly<Record<FilterKey, string>>

/** Which row and column are open. */
const places = ['row', 'column'] as const

/**
 * 用户统计报告, 研修统计报告, 资源统计, 资源统计报告: figures of teaching research of a place and some months, with
 * the definition of each and the list behind it. What is asked stands in the address.
 */
export function TeachingReportPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked([...filterKeys, 'by', 'view'], places)
  const [search] = useSearchParams()
  const report = reportAt(entry.path)
  const groups = groupsAt(report)
  const group = groups.find((one) => one === asked.of('by')) ?? groups[0] ?? 'area'
  const question = filtersAsked(asked)
  const isList = search.has('row')
  const answer = useReport({ report, group }, question, isList ? 1 : asked.page)
  return (
    <PageFrame
      title={entry.title}
      crumbs={answer.data ? crumbsOf(entry, answer.data, { question, isList }) : []}
      note={answer.data && !isList && noteOf(answer.data)}
    >
      {isList ? (
        <ReportList entry={entry} at={{ report, group }} question={question} />
      ) : (
        <>
          <StateTabs
            label="统计维度"
            tabs={groups.map((key) => ({ key, label: groupWords[key] }))}
            current={group}
            onSelect={(key) => asked.put({ by: key === groups[0] ? '' : key, view: '' })}
          />
          <Loaded answer={answer} failed="统计没能打开" lines={12}>
            {(data) => (
              <Report
                data={data}
                entry={entry}
                at={{ report, group }}
                asked={asked}
                stale={answer.isPlaceholderData}
              />
            )}
          </Loaded>
        </>
      )}
    </PageFrame>
  )
}

const filtersAsked = ({ of }: Pick<ReportFilters, 'of'>) =>
  Object.fromEntries(filterKeys.map((key) => [key, of(key)])) as Record<FilterKey, string>

const noteOf = ({ place, start, end, asOf }: TeachingReportAnswer): string =>
  `${place.name}，${start} 至 ${end}，截至 ${listTime(asOf)}。带链接的数字打开名单，条数与数字一致。`

/** The way from the own institution down to the place, and to the list where one is open. */
function crumbsOf(
  { path: page, title }: PageEntry,
  { place: { path } }: TeachingReportAnswer,
  { question, isList }: { question: FilterValues; isList: boolean },
): Crumb[] {
  const to = (code: string | null) => withQuery(page, askedOf({ ...question, area_code: code ?? '' }))
  return [
    ...path.map(({ name, areaCode }, index) =>
      !isList && index === path.length - 1
        ? { label: name }
        : { label: name, to: to(index === 0 ? '' : areaCode) },
    ),
    ...(isList ? [{ label: title, to: to(question.area_code) }, { label: '名单' }] : []),
  ]
}

interface ReportProps {
  readonly data: TeachingReportAnswer
  readonly entry: PageEntry
  readonly at: ReportAt
  readonly asked: ReportFilters
  readonly stale: boolean
}

function Report({ data, entry, at, asked, stale }: ReportProps) {
  const { report, group } = at
  const question = askedOf({ ...filtersAsked(asked), by: asked.of('by') })
  const isDrawn = isDrawnFirst(report, group)
  const asPicture = isDrawn ? asked.of('view') !== 'table' : asked.of('view') === 'chart'
  const words = wordsOf(report, group)
  const links: FigureLinks = {
    listOf: (row, column) => withQuery(entry.path, { ...question, row, column }),
    belowOf: (code) => withQuery(entry.path, { ...question, area_code: code }),
  }
  return (
    <>
      <FilterBar
        filters={filtersOf(data, at)}
        asked={{ ...asked, isNarrowed: filterKeys.some((key) => asked.of(key) !== '') }}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ViewChoice
          asPicture={asPicture}
          onChoose={(view) => asked.put({ view: (view === 'chart') === isDrawn ? '' : view })}
        />
        <ExportButton
          title={`${entry.title}（${groupWords[group]}）`}
          list="jy/statistics"
          query={{ ...askedOf(filtersAsked(asked)), report, group_by: group }}
          columns={[
            { key: 'name', title: '名称' },
            ...data.columns.map(({ key, title }) => ({ key, title })),
          ]}
          total={data.total}
          unit="行"
        />
      </FilterBar>
      {hasFigures(data) ? (
        <div
          className={stale ? 'tf-sheet x-stale' : 'tf-sheet'}
          aria-busy={stale}
          data-testid="teaching-report"
        >
          <FirstFigures words={words} data={data} links={links} />
          {asPicture ? (
            <Pictures words={words} data={data} links={links} />
          ) : (
            <FigureTable words={words} data={data} links={links} stale={stale} />
          )}
          <Definitions data={data} />
        </div>
      ) : (
        <Empty
          text="这段时间没有记录。"
          action={
            filterKeys.some((key) => asked.of(key) !== '') && <Button onClick={asked.clear}>清除筛选</Button>
          }
        />
      )}
      {data.total > data.pageSize && <Pager {...data} onPage={asked.setPage} />}
    </>
  )
}

/** Heads of lists: of people and of what is no person. */
const heads = { people: ['姓名', '单位'], others: ['名称', '单位'] } as const

function ReportList(props: { entry: PageEntry; at: ReportAt; question: FilterValues }) {
  const { entry, at, question } = props
  const { of, page, setPage } = useAsked(['row', 'column', 'by'])
  const asked = { ...question, row: of('row'), column: of('column') }
  const answer = useBehind(at, asked, page)
  return (
    <Loaded answer={answer} failed="名单没能打开" lines={12}>
      {(data) => (
        <BehindList
          data={data}
          stale={answer.isPlaceholderData}
          onPage={setPage}
          back={withQuery(entry.path, { ...askedOf(question), by: of('by') })}
          heads={data.list.some(({ teacherId }) => teacherId !== null) ? heads.people : heads.others}
          taken={
            <ExportButton
              title={data.title}
              list="jy/statistics-list"
              query={{ ...askedOf(asked), report: at.report, group_by: at.group }}
              columns={columnsTaken(data, heads.others)}
              total={data.total}
              unit={data.unit}
            />
          }
        />
      )}
    </Loaded>
  )
}

const codes = (name: 'schoolStage' | 'subject') =>
  dictionary(name).items.map(({ code, label }) => ({ value: code, label }))

/** Months that can be chosen. */
const manyMonths = 36

/** The filters: places come with the answer. Of the course of months only the last one is chosen. */
function filtersOf(
  { place: { path, name }, table, asOf, start, end }: TeachingReportAnswer,
  { report, group }: ReportAt,
): BarFilter<FilterKey>[] {
  const below = group === 'area' ? table.map((row) => ({ name: row.name, areaCode: row.drill })) : []
  const areas = [...path.slice(1), ...below].flatMap(({ name: label, areaCode }) =>
    areaCode === null ? [] : [{ value: areaCode, label }],
  )
  const months = monthsUntil(fullTime(asOf).slice(0, 7), manyMonths).map((month) => ({
    value: month,
    label: month,
  }))
  const isOfPeople = report === 'users' || report === 'learning'
  return [
    { kind: 'choice', key: 'area_code', label: '地区', hint: path[0]?.name ?? name, options: areas },
    ...(group === 'month'
      ? []
      : [{ kind: 'choice', key: 'start', label: '开始月份', hint: start, options: months } as const]),
    { kind: 'choice', key: 'end', label: '结束月份', hint: end, options: months },
    ...(isOfPeople || group !== 'kind'
      ? [
          { kind: 'choice', key: 'stage', label: '学段', options: codes('schoolStage') } as const,
          { kind: 'choice', key: 'subject', label: '学科', options: codes('subject') } as const,
        ]
      : []),
  ]
}
