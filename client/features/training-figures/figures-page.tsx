import { Link } from 'react-router'
import { trainingStatistics, type TrainingStatistics } from '../../../catalogue/contract/training/figures.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { trainingLevels, type TrainingGroup } from '../../../catalogue/figures/training.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { noticesPath } from '../../../catalogue/processes/paths.ts'
import type { FigureRow } from '../../engine/figures/cells.ts'
import { FiguresPage, NothingFound, type FigurePages } from '../../engine/figures/figures-page.tsx'
import { placeFilter, teachingFilters } from '../../engine/figures/usual-filters.ts'
import type { BarFilter } from '../../engine/list/filter-bar.tsx'
import type { ListRequest } from '../../engine/list/use-asked.ts'
import { fullTime, listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { groupsAt, groupWords, hasFigures, wordsOf } from './words.ts'

const filters = ['area_code', 'year', 'stage', 'subject', 'level']

/** 地区人数统计, 项目研修统计, 辅导教师统计, 管理员统计: figures of training of a place and a year. */
export function TrainingFiguresPage({ entry }: { entry: PageEntry }) {
  const groups = groupsAt(entry.path)
  return <FiguresPage entry={entry} pages={{ ...pages, groups, viewed: `training-${groups[0]}` }} />
}

const pages: Omit<FigurePages<TrainingStatistics, TrainingGroup>, 'groups' | 'viewed'> = {
  source: { url: '/api/v1/page/training_statistics', schema: trainingStatistics },
  taken: { list: 'train/statistics', query: {} },
  tabs: groupWords,
  wordsOf,
  filters,
  filtersOf,
  noteOf: ({ place, asOf }) =>
    `${place.name}，截至 ${listTime(asOf)}。带链接的数字打开名单，条数与数字一致。`,
  hasFigures: (group, data, asked) => hasFigures(group, data, yearOf(data, asked) < yearAt(data)),
  empty: (data, asked) => <NoFigures data={data} asked={asked} />,
  ruleOf: ({ rule }) => `${rule.of}；规则改版后重新计算`,
  nameOf: (row) => <ProjectName row={row} />,
}

/** Nothing of this year: the way to the latest one that has something. */
function NoFigures({ data, asked }: { data: TrainingStatistics; asked: ListRequest<string> }) {
  if (filters.some((key) => key !== 'year' && asked.of(key) !== ''))
    return <NothingFound text="这个范围里没有数据。" asked={asked} />
  const other = data.years.find((year) => year !== yearOf(data, asked))
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

const yearOf = ({ asOf }: TrainingStatistics, { of }: Pick<ListRequest<string>, 'of'>): number =>
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

/** The filters: places and years come with the answer; what a table does not heed is not offered. */
function filtersOf(data: TrainingStatistics, group: TrainingGroup): BarFilter[] {
  const current = yearAt(data)
  const years = [...new Set([current, ...data.years])].toSorted((a, b) => b - a)
  return [
    placeFilter(data, wordsOf(group).ofPlaces),
    {
      kind: 'choice',
      key: 'year',
      label: '年度',
      hint: String(current),
      options: years.map((year) => ({ value: String(year), label: String(year) })),
    },
    ...(group === 'manager' ? [] : teachingFilters()),
    {
      kind: 'choice',
      key: 'level',
      label: '级别',
      options: trainingLevels.map(({ key, label }) => ({ value: key, label })),
    },
  ]
}
