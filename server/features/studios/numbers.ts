import {
  elapsedShare,
  lightOf,
  yearAt,
  type Light,
  type StudioYear,
} from '../../../catalogue/teaching/studio-lights.ts'
import type { Queryable } from '../../engine/engine.ts'
import { today } from '../../platform/clock/clock.ts'
import { crewOf, talliesOf, type CrewDays, type Tally } from './facts.ts'
import { plansOf, reportedYears, type PlannedTask } from './plan.ts'
import { yearsOfStudio, type StudioRow } from './studio.ts'

/** A task with what is done of it. */
export interface CountedTask extends PlannedTask {
  readonly done: number
  readonly light: Light
  /** What should be done by now, one decimal. */
  readonly expected: number
  readonly tally: Tally
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10

/** The days of a year that have come; the whole of one that is over. */
const windowOf = (studio: string, { from, to }: StudioYear, day: string) => ({
  studio,
  from,
  to: to < day ? to : day,
})

/** The tasks of studios' years, counted up to a day. */
export async function countedTasks(
  db: Queryable,
  asked: readonly { readonly studio: StudioRow; readonly year: StudioYear }[],
  day: string = today(),
): Promise<{ readonly of: (studio: string) => readonly CountedTask[]; readonly crew: readonly CrewDays[] }> {
  const ids = asked.map(({ studio }) => studio.id)
  const [plans, crew] = await Promise.all([
    plansOf(db, ids),
    crewOf(
      db,
      asked.map(({ studio, year }) => windowOf(studio.id, year, day)),
    ),
  ])
  const own = asked.map(({ studio, year }) => ({
    studio,
    year,
    tasks: plans.find((plan) => plan.studio === studio.id && plan.yearNo === year.no)?.tasks ?? [],
  }))
  const tally = await talliesOf(
    db,
    crew,
    own.flatMap(({ tasks }) => tasks.map(({ measure }) => measure)),
  )
  const counted = new Map(
    own.map(({ studio, year, tasks }) => {
      // A studio that ended stands as it stood on its last day.
      const at = studio.closedOn !== null && studio.closedOn < day ? studio.closedOn : day
      const gone = elapsedShare(year, at)
      return [
        studio.id,
        tasks.map((task) => {
          const found = tally(studio.id, task.measure)
          const done = task.measure === 'stated' ? task.stated : found.all
          const light = lightOf({ ...task, done }, gone, at)
          return { ...task, done, light, expected: oneDecimal(task.target * gone), tally: found }
        }),
      ] as const
    }),
  )
  return { of: (studio) => counted.get(studio) ?? [], crew }
}

/** How many tasks of the current year have each light, by studio; as frozen where the year was handed in. */
export async function lightsOf(
  db: Queryable,
  studios: readonly StudioRow[],
): Promise<ReadonlyMap<string, Readonly<Partial<Record<Light, number>>>>> {
  const day = today()
  const asked = studios.flatMap((studio) => {
    const year = yearAt(yearsOfStudio(studio), studio.closedOn ?? day)
    return year ? [{ studio, year }] : []
  })
  const [{ of }, reported] = await Promise.all([
    countedTasks(db, asked),
    reportedYears(
      db,
      studios.map(({ id }) => id),
    ),
  ])
  return new Map(
    asked.map(({ studio, year }) => {
      const kept = reported.find((one) => one.studio === studio.id && one.yearNo === year.no)
      const tasks = of(studio.id).map((task, index) =>
        frozenOver(task, year, kept?.tasks[index], kept?.frozenOn),
      )
      return [studio.id, countLights(tasks)]
    }),
  )
}

/** A task with the number that was frozen, and the light of that day. */
export function frozenOver(
  task: CountedTask,
  year: StudioYear,
  kept: { readonly done: number } | undefined,
  frozenOn: string | undefined,
): CountedTask {
  if (!kept || frozenOn === undefined) return task
  const gone = elapsedShare(year, frozenOn)
  const light = lightOf({ ...task, done: kept.done }, gone, frozenOn)
  return { ...task, done: kept.done, light, expected: oneDecimal(task.target * gone) }
}

export function countLights(tasks: readonly { readonly light: Light }[]): Partial<Record<Light, number>> {
  const many: Partial<Record<Light, number>> = {}
  for (const { light } of tasks) many[light] = (many[light] ?? 0) + 1
  return many
}
