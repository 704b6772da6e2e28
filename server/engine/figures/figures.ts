import { invalid } from '../../../catalogue/errors.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Engine } from '../engine.ts'
import { readRun, runsDone, type Run } from './frozen.ts'
import { openLive, type CountedMoment } from './live.ts'
import { buildPast, openPast } from './past.ts'
import { openValues, type PersonValues } from './values.ts'

/** Earliest day that can be asked for: memberships are not recorded further back. */
const firstDay = '1950-01-01'

/** A place and a day that figures are asked of. */
export interface AskedDay {
  readonly placeId: number
  /** 'YYYY-MM-DD'; null for today. */
  readonly on: string | null
  /** Name of the parameter, for refusals. */
  readonly field: string
}

/** What a day is counted over. `version`: of a frozen run, else null. */
export interface Day {
  readonly counted: CountedMoment
  readonly version: number | null
}

/** Where figures are read: one for each process, shared by all that count. */
export interface Figures {
  /** The rows of a day on which a place is counted. AppError `invalid` for a day that cannot be answered. */
  on(asked: AskedDay): Promise<Day>
  /** The frozen runs that may be read, the latest day first. */
  runs(): Promise<readonly Run[]>
  /** What people have in columns that no figure counts by, for questions over whole regions. */
  readonly values: PersonValues
}

export function openFigures(engine: Engine, log: Log): Figures {
  const live = openLive(engine, log)
  const past = openPast()
  return {
    async on({ placeId, on, field }) {
      const counted = await live.now()
      if (on === null || on === counted.columns.moment.on) return { counted, version: null }
      if (on > today()) throw invalid(field, '统计日期不能晚于今天')
      if (on < firstDay) throw invalid(field, '统计日期太早，平台没有那时的资料')
      const { tree } = counted
      const place = tree.placeOf(placeId)
      if (!place) throw invalid(field, '没有该单位')
      const run = (await runsDone(engine.db)).find((one) => one.on === on)
      const state = `${tree.print}/${counted.movedAt}`
      const made = await past(`${on}/${run?.version ?? 0}/${placeId}`, state, () =>
        run ? readRun(engine, tree, run, place) : buildPast(engine, tree, { on, place, field }),
      )
      return { counted: made, version: run?.version ?? null }
    },
    runs: () => runsDone(engine.db),
    values: openValues(engine.db),
  }
}
