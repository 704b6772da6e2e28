import { labelOf } from '../dictionaries/dictionaries.ts'
import {
  elapsedShare,
  lightOf,
  yearAt,
  yearsOf,
  type Light,
  type StudioYear,
} from '../teaching/studio-lights.ts'
import { amountOfKind, supportEntryKinds } from './kinds.ts'

/** The measure of a task that no entry counts: both sides state it, with evidence. */
export const statedMeasure = 'stated'

/** What a yearly task counts: confirmed entries of one kind, by their codes, or what both sides state. */
export const taskMeasures = [...Object.values(supportEntryKinds).slice(0, -1), statedMeasure] as const

/** Who carries a task out. */
export const taskSides = { supporter: '支援方', supported: '受援方', both: '双方' } as const
export type TaskSide = keyof typeof taskSides

/** A task of one year, as both sides agreed to it. */
export interface PlannedTask {
  readonly no: number
  readonly measure: string
  readonly label: string
  readonly unit: string
  readonly target: number
  readonly side: TaskSide
  readonly dueOn: string | null
}

const nothing = { lessons: 0, personDays: 0, entries: 0, amount: 0 }

/** The unit in which a measure is counted; a stated task brings its own. */
export const unitOfMeasure = (measure: string): string =>
  measure === statedMeasure ? '' : amountOfKind({ kind: measure, ...nothing })[1]

export const labelOfMeasure = (measure: string): string =>
  measure === statedMeasure ? '双方填写' : labelOf('supportEntryKind', measure)

/** The years of an agreement; a term that is not written yet has none. */
export const yearsOfPair = (from: string, until: string): StudioYear[] =>
  from === '' || until === '' ? [] : yearsOf(from, until)

/** The year of an agreement that a day falls into. */
export const yearOfPair = (from: string, until: string, day: string): StudioYear | undefined =>
  yearAt(yearsOfPair(from, until), day)

/** How a task stands on a day of its year: the rule of the tasks of studios. */
export function taskStanding(
  task: Pick<PlannedTask, 'target' | 'dueOn'>,
  done: number,
  year: Pick<StudioYear, 'from' | 'to'>,
  day: string,
): { readonly expected: number; readonly light: Light } {
  const gone = elapsedShare(year, day < year.to ? day : year.to)
  return { expected: Math.round(gone * task.target * 10) / 10, light: lightOf({ ...task, done }, gone, day) }
}

/** What is wrong with the tasks of a year; null where they can be agreed to. */
export function taskFault(
  tasks: readonly Pick<PlannedTask, 'measure' | 'label' | 'unit' | 'dueOn'>[],
  year: StudioYear,
): string | null {
  const seen = new Set<string>()
  for (const [index, { measure, label, unit, dueOn }] of tasks.entries()) {
    const place = `第 ${index + 1} 项任务`
    if (dueOn !== null && (dueOn < year.from || dueOn > year.to))
      return `${place}：期限须在 ${year.from} 至 ${year.to} 之间`
    if (measure === statedMeasure && label === '') return `${place}：双方填写的须写明任务名称`
    if (measure === statedMeasure && unit === '') return `${place}：双方填写的须写明单位`
    const key = `${measure} ${measure === statedMeasure ? label : ''}`
    if (seen.has(key)) return `${place}：和前面的任务重复`
    seen.add(key)
  }
  return null
}

/** Working days after which what one side proposed or stated is overdue at the other one (teaching-research.md, 10.3). */
export const longestWait = 10
