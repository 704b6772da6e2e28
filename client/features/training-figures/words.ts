import type { TrainingStatistics } from '../../../catalogue/contract/training/figures.ts'
import type { TrainingGroup } from '../../../catalogue/figures/training.ts'
import type { FigureWords } from '../../engine/figures/figure-table.tsx'

/** The tables of a page, by the end of its address; the first one is shown first. */
const groupsOf: Readonly<Record<string, readonly [TrainingGroup, ...TrainingGroup[]]>> = {
  xqdqrs: ['area', 'school', 'fair', 'stage', 'subject', 'age', 'urban'],
  xqxmyx: ['project', 'undertaker', 'plan', 'need'],
  xqfdjs: ['tutor'],
  xqxzgly: ['manager'],
}

export const groupsAt = (path: string): readonly [TrainingGroup, ...TrainingGroup[]] =>
  groupsOf[path.split('/').at(-1) ?? ''] ?? ['area']

export const groupWords = {
  area: '地区',
  stage: '学段',
  subject: '学科',
  school: '学校合规',
  fair: '公平',
  age: '年龄',
  urban: '城乡',
  project: '项目',
  undertaker: '承训单位',
  plan: '计划与经费',
  need: '需求',
  tutor: '辅导教师',
  manager: '单位',
} as const satisfies Record<TrainingGroup, string>

/** What a row of a table is, where the tab says something else. */
const rowWordOf = (group: TrainingGroup): string =>
  ({ school: '学校', fair: '教师', plan: '计划' } as Partial<Record<TrainingGroup, string>>)[group] ??
  groupWords[group]

/** What is drawn of each table. */
const drawn: Readonly<Record<TrainingGroup, readonly string[]>> = {
  area: ['peopleRate', 'metRate', 'untrained'],
  stage: ['peopleRate', 'metRate', 'untrained'],
  subject: ['peopleRate', 'metRate', 'untrained'],
  school: ['metRate', 'missing'],
  fair: ['share'],
  age: ['peopleRate', 'metRate', 'untrained'],
  urban: ['peopleRate', 'metRate', 'untrained'],
  project: ['used', 'passRate', 'attendRate', 'satisfaction'],
  undertaker: ['used', 'passRate', 'satisfaction'],
  plan: ['doneRate', 'paidRate'],
  need: ['people', 'planned'],
  tutor: ['hours', 'sessions'],
  manager: ['done', 'average', 'seatRate'],
}

/** What stands above the table, in large figures. */
const firstOf = (group: TrainingGroup): readonly string[] => {
  if (group === 'school') return ['staff', 'met', 'reach', 'short', 'late', 'missing']
  return isOfPeople(group) ? ['staff', 'people', 'times', 'met', 'metRate', 'untrained'] : []
}

/** How the table of a group is told. */
export const wordsOf = (group: TrainingGroup): FigureWords => ({
  label: `${groupWords[group]}统计`,
  rowWord: rowWordOf(group),
  first: firstOf(group),
  drawn: drawn[group],
  ofPlaces: group === 'area' || group === 'manager',
})

/** Tables that put the same people into other rows. */
const isOfPeople = (group: TrainingGroup): boolean =>
  ['area', 'stage', 'subject', 'age', 'urban'].includes(group)

/** Whether the table says anything: of a year that is over, that somebody took part or hours were counted. */
export function hasFigures(
  group: TrainingGroup,
  { table, total }: Pick<TrainingStatistics, 'table' | 'total'>,
  isOver: boolean,
): boolean {
  if (!isOfPeople(group)) return total > 0
  const keys = isOver ? ['times', 'hours'] : ['staff']
  return table.some(({ cells }) => keys.some((key) => Number(cells[key]) > 0))
}
