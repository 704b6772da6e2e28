import { Link, useSearchParams } from 'react-router'
import type { TrainingStatistics } from '../../../catalogue/contract/training/figures.ts'
import { dictionary, labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { trainingLevels, type TrainingGroup } from '../../../catalogue/figures/training.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { noticesPath } from '../../../catalogue/processes/paths.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import type { FigureRow } from '../../engine/figures/cells.ts'
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
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { PageFrame, type Crumb } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { askedOf, filterKeys, useFigures, type FilterKey } from './use-figures.ts'
import { TrainingList } from './training-list.tsx'
import { groupsAt, groupWords, hasFigures, wordsOf } from './words.ts'

type FigureFilters = ListRequest<FilterKey | 'by' | 'view'>

/** Which row and column are open. */
const places = ['row', 'column'] as const

/**
 * 地区人数统计, 项目研修统计, 辅导教师统计, 管理员统计: a table of a place and a year with the definition of each
 * figure and the list behind it. What is asked stands in the address.
 */
export function TrainingFiguresPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked([...filterKeys, 'by', 'view'], places)
  const [search] = useSearchParams()
  const groups = groupsAt(entry.path)
  const group = groups.find((one) => one === asked.of('by')) ?? groups[0] ?? 'area'
  const isList = search.has('row')
  const question = questionOf(asked)
  const answer = useFigures(group, question, isList ? 1 : asked.page)
  return (
    <PageFrame
      title={entry.title}
      crumbs={answer.data ? crumbsOf(entry, answer.data, { question, isList }) : []}
      note={answer.data && !isList && noteOf(answer.data)}
    >
      {!isList && groups.length > 1 && (
        <StateTabs
          label="统计维度"
          tabs={groups.map((key) => ({ key, label: groupWords[key] }))}
          current={group}
          onSelect={(key) => asked.put({ by: key === groups[0] ? '' : key })}
        />
      )}
      {isList ? (
        <TrainingList entry={entry} group={group} question={question} />
      ) : (
        <Loaded answer={answer} failed="统计没能打开" lines={12}>
          {(data) => (
            <Figures data={data} entry={entry} group={group} asked={asked} stale={answer.isPlaceholderData} />
          )}
        </Loaded>
      )}
    </PageFrame>
  )
}

const questionOf = ({ of }: Pick<FigureFilters, 'of'>) =>
  Object.fromEntries(filterKeys.map((key) => [key, of(key)])) as Record<FilterKey, string>

const noteOf = ({ place, asOf }: TrainingStatistics): string =>
  `${place.name}，截至 ${listTime(asOf)}。带链接的数字打开名单，条数与数字一致。`

/** The way from the own institution down to the place, and to the list where one is open. */
function crumbsOf(
  { path: page, title }: PageEntry,
  { place: { path } }: TrainingStatistics,
  { question, isList }: { question: Record<FilterKey, string>; isList: boolean },
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

interface FiguresProps {
  readonly data: TrainingStatistics
  readonly entry: PageEntry
  readonly group: TrainingGroup
  readonly asked: FigureFilters
  readonly stale: boolean
}

function Figures({ data, entry, group, asked, stale }: FiguresProps) {
  const question = askedOf({ ...questionOf(asked), by: asked.of('by') })
  const asPicture = asked.of('view') === 'chart'
  const words = wordsOf(group)
  const links: FigureLinks = {
    listOf: (row, column) => withQuery(entry.path, { ...question, row, column }),
    belowOf: (code) => withQuery(entry.path, { ...question, area_code: code }),
  }
  return (
    <>
      <FilterBar
        filters={filtersOf(data, group)}
        asked={{ ...asked, isNarrowed: filterKeys.some((key) => asked.of(key) !== '') }}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ViewChoice
          asPicture={asPicture}
          onChoose={(view) => asked.put({ view: view === 'table' ? '' : view })}
        />
        <ExportButton
          title={entry.title}
          list="train/statistics"
          query={{ ...askedOf(questionOf(asked)), group_by: group }}
          columns={[
            { key: 'name', title: '名称' },
            ...data.columns.map(({ key, title }) => ({ key, title })),
          ]}
          total={data.total}
          unit="行"
        />
      </FilterBar>
      {hasFigures(group, data, yearOf(data, asked) < yearAt(data)) ? (
        <div
          className={stale ? 'tf-sheet x-stale' : 'tf-sheet'}
          aria-busy={stale}
          data-testid="training-figures"
        >
          <FirstFigures words={words} data={data} links={links} />
          {asPicture ? (
            <Pictures words={words} data={data} links={links} />
          ) : (
            <FigureTable
              words={words}
              data={data}
              links={links}
              stale={stale}
              nameOf={(row) => <ProjectName row={row} />}
            />
          )}
          <Definitions data={data} rule={`${data.rule.of}；规则改版后重新计算`} />
        </div>
      ) : (
        <NoFigures data={data} asked={asked} />
      )}
      {data.total > data.pageSize && <Pager {...data} onPage={asked.setPage} />}
    </>
  )
}

/** Nothing of this year: the way to the latest one that has something. */
function NoFigures({ data, asked }: Pick<FiguresProps, 'data' | 'asked'>) {
  const shown = yearOf(data, asked)
  const other = data.years.find((year) => year !== shown)
  if (['stage', 'subject', 'level', 'area_code'].some((key) => asked.of(key as FilterKey) !== ''))
    return <Empty text="这个范围里没有数据。" action={<Button onClick={asked.clear}>清除筛选</Button>} />
  return (
    <Empty
      text="这一年没有数据。"
      action={
        other !== undefined && (
          <Button onClick={() => asked.put({ year: String(other) })}>{`看 ${other} 年`}</Button>
        )
      }
    />
  )
}

/** The present year, as it is in Asia/Shanghai. */
const yearAt = ({ asOf }: Pick<TrainingStatistics, 'asOf'>): number => Number(fullTime(asOf).slice(0, 4))

const yearOf = ({ asOf }: TrainingStatistics, { of }: Pick<FigureFilters, 'of'>): number =>
  Number(of('year')) || yearAt({ asOf })

/** The name of a project, which leads to it, with its level; what has no number is only named. */
function ProjectName({ row: { name, drill, level } }: { row: FigureRow }) {
  const role = useSession()?.role ?? 0
  if (drill === null) return name
  const list = noticesPath(role, 'trainingProject')
  const shown = list === null ? name : <Link to={`${list}?id=${drill}`}>{name}</Link>
  return (
    <>
      {shown}
      {level !== '' && <span className="tf-level x-faint x-dense">{labelOf('trainingLevel', level)}</span>}
    </>
  )
}

const codes = (name: 'schoolStage' | 'subject') =>
  dictionary(name).items.map(({ code, label }) => ({ value: code, label }))

/** The filters: places and years come with the answer; what a table does not heed is not offered. */
function filtersOf(
  { place: { path, name }, table, years, asOf }: TrainingStatistics,
  group: TrainingGroup,
): BarFilter<FilterKey>[] {
  const isArea = group === 'area' || group === 'manager'
  const below = isArea ? table.map((row) => ({ name: row.name, areaCode: row.drill })) : []
  const areas = [...path.slice(1), ...below].flatMap(({ name: label, areaCode }) =>
    areaCode === null ? [] : [{ value: areaCode, label }],
  )
  const current = yearAt({ asOf })
  const all = [...new Set([current, ...years])].toSorted((a, b) => b - a)
  return [
    { kind: 'choice', key: 'area_code', label: '地区', hint: path[0]?.name ?? name, options: areas },
    {
      kind: 'choice',
      key: 'year',
      label: '年度',
      hint: String(current),
      options: all.map((year) => ({ value: String(year), label: String(year) })),
    },
    ...(group === 'manager'
      ? []
      : [
          { kind: 'choice', key: 'stage', label: '学段', options: codes('schoolStage') } as const,
          { kind: 'choice', key: 'subject', label: '学科', options: codes('subject') } as const,
        ]),
    {
      kind: 'choice',
      key: 'level',
      label: '级别',
      options: trainingLevels.map(({ key, label }) => ({ value: key, label })),
    },
  ]
}
