import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { trainingListQuery, trainingStatisticsQuery } from '../../../catalogue/contract/training/figures.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { trainingColumns, trainingLevels, type TrainingGroup } from '../../../catalogue/figures/training.ts'
import type { ExportList, OpenedList } from '../../engine/exports/index.ts'
import { openFigureList, openFigureTable } from '../../engine/figures/index.ts'
import { parsed } from '../../platform/http/body.ts'
import { behindNumber } from './behind.ts'
import { askedBy, type FigureRequest, type TrainingFigureNeeds } from './asked.ts'
import { mostRows, rowsOf } from './table.ts'

/** Who reads the statistics of training. */
export const readers = [3, 4, 5, 6] as const

const groupWords = {
  area: '地区人数统计',
  stage: '学段统计',
  subject: '学科统计',
  school: '学校合规统计',
  fair: '培训公平统计',
  age: '年龄统计',
  urban: '城乡统计',
  undertaker: '承训单位统计',
  plan: '计划与经费统计',
  need: '培训需求',
  project: '项目研修统计',
  tutor: '辅导教师统计',
  manager: '管理员统计',
} as const satisfies Record<TrainingGroup, string>

const filtersOf = ({ place, year, query: { stage, subject, level } }: FigureRequest): string[] => [
  `单位：${place.name}`,
  `年度：${year}`,
  ...(stage === undefined ? [] : [`学段：${labelOf('schoolStage', stage)}`]),
  ...(subject === undefined ? [] : [`学科：${labelOf('subject', subject)}`]),
  ...trainingLevels.flatMap(({ key, label }) => (key === level ? [`级别：${label}`] : [])),
]

const unpaged = z.strictObject(
  trainingStatisticsQuery.omit({ page: true, pageSize: true, export: true }).shape,
)

/** A table of statistics as a file: one row of everything, then its rows. */
async function openTable(
  needs: TrainingFigureNeeds,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const asked = await askedBy(needs, actor, parsed(unpaged, query))
  const { group_by: group } = asked.query
  const { whole, rows } = await rowsOf(needs, asked, { from: 0, most: mostRows })
  return openFigureTable({
    title: groupWords[group],
    filters: filtersOf(asked),
    meanings: trainingColumns[group],
    rows: [...(whole ? [whole] : []), ...rows],
  })
}

const unpagedList = z.strictObject(trainingListQuery.omit({ page: true, pageSize: true }).shape)

/** A list behind a number as a file; its rows are found by their place in it. */
async function openList(
  needs: TrainingFigureNeeds,
  actor: Actor,
  query: Readonly<Record<string, string>>,
): Promise<OpenedList> {
  const { asked, behind } = await behindNumber(needs, actor, parsed(unpagedList, query))
  return openFigureList(behind, { filters: filtersOf(asked) })
}

/** What people take out of the statistics of training. */
export const takenOut = (needs: TrainingFigureNeeds): readonly ExportList[] => [
  {
    name: 'train/statistics',
    roles: [...readers],
    open: (actor, query) => openTable(needs, actor, query),
  },
  {
    name: 'train/statistics-list',
    roles: [...readers],
    open: (actor, query) => openList(needs, actor, query),
  },
]
