import type { TrainingStatistics } from '../../../catalogue/contract/training/figures.ts'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { columnOf, trainingColumns, type TrainingGroup } from '../../../catalogue/figures/training.ts'
import { numberText } from '../../ui/charts/cells.ts'

/** The tables of a page, by the end of its address; the first one is shown first. */
const groupsOf: Readonly<Record<string, readonly TrainingGroup[]>> = {
  xqdqrs: ['area', 'school', 'fair', 'stage', 'subject', 'age', 'urban'],
  xqxmyx: ['project', 'undertaker', 'plan'],
  xqfdjs: ['tutor'],
  xqxzgly: ['manager'],
}

export const groupsAt = (path: string): readonly TrainingGroup[] =>
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
  tutor: '辅导教师',
  manager: '单位',
} as const satisfies Record<TrainingGroup, string>

/** What a row of a table is, where the tab says something else. */
export const rowWordOf = (group: TrainingGroup): string =>
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
  tutor: ['hours', 'sessions'],
  manager: ['done', 'average', 'seatRate'],
}

/** What stands above the table, in large figures. */
export const firstOf = (group: TrainingGroup): readonly string[] => {
  if (group === 'school') return ['staff', 'met', 'reach', 'short', 'late', 'missing']
  return isOfPeople(group) ? ['staff', 'people', 'times', 'met', 'metRate', 'untrained'] : []
}

/** Tables that put the same people into other rows. */
const isOfPeople = (group: TrainingGroup): boolean =>
  ['area', 'stage', 'subject', 'age', 'urban'].includes(group)

/** The key of the row of everything. */
export const allKey = 'all'

type Row = TrainingStatistics['table'][number]

/** A cell as it is read: 1,208; 86.9%; a dash where nothing can be said. */
export function cellText(
  { cells }: Row,
  { key, unit }: { readonly key: string; readonly unit: string },
): string {
  const value = cells[key] ?? null
  if (value === null) return '—'
  if (typeof value === 'string') return value
  // Worked-out numbers have one decimal.
  if (unit === '学时' || unit === '工作日') return numberText(value, '%')
  if (unit === '分' || unit === '次') return value.toFixed(2)
  return unit === '%' ? `${numberText(value, unit)}%` : numberText(value, unit)
}

/** The pictures of a table: a panel of bars for each column that is drawn and has something. */
export function panelsOf(group: TrainingGroup, { table }: Pick<TrainingStatistics, 'table'>): Panel[] {
  const rows = table.filter(({ key }) => key !== allKey)
  return drawn[group].flatMap((key) => {
    const column = columnOf(group, key)
    const cells = rows.map((row) => ({ row, value: row.cells[key] ?? null }))
    if (!column || cells.every(({ value }) => value === null || value === 0)) return []
    return [
      {
        key,
        title: column.title,
        form: 'bars' as const,
        unit: column.unit,
        definition: column.definition,
        excluded: [],
        rows: rows.map((row) => ({ key: row.key, label: row.name })),
        columns: [{ key, label: column.title }],
        cells: cells.map(({ row, value }) => ({
          row: row.key,
          column: key,
          value: typeof value === 'number' ? value : null,
          opens: column.opens !== undefined && value !== 0,
        })),
      },
    ]
  })
}

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

/** The head of a column, with its unit where the figures do not say it. */
export const headOf = ({ title, unit }: { readonly title: string; readonly unit: string }): string =>
  unitsInHead.includes(unit) ? `${title}（${unit}）` : title

const unitsInHead: readonly string[] = ['工作日', '万元', '元']

/** The columns of a table that have a list under each of their numbers. */
export const opensList = (group: TrainingGroup, key: string): boolean =>
  trainingColumns[group].some((column) => column.key === key && column.opens !== undefined)
