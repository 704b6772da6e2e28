import type { Level } from '../../../catalogue/define.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { levels, roleOfLevel, routeOf } from '../../../catalogue/flows/review.ts'
import { sql } from '../../platform/db/sql.ts'
import { placeOf, type PlaceRow } from '../access/index.ts'
import type { Queryable } from '../engine.ts'
import { chainFrozen, chainOf, cityOver, requireSteps, stationsOf, type ChainedType } from './route.ts'

/** An institution with its place, and the stations from it upwards, nearest first. */
export async function stationsFrom(db: Queryable, id: number, submitter: number) {
  const row = await db.maybeOne<PlaceRow>(sql`
    select id as institution_id, district_id, city_id, province_id from institution where id = ${id}`)
  if (!row) return { place: undefined, stations: [] }
  const stations = await stationsOf(db, placeOf(row), submitter)
  const nearestFirst = stations.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level))
  return { place: placeOf(row), stations: nearestFirst }
}

const rankOf = (level: Level | undefined): number => levels.findIndex((one) => one === level)

/** How a case goes from an institution up to another one. */
interface Climb {
  readonly reviewed: ChainedType
  readonly start: number
  readonly top: number
  /** The institution that sends it on; null where it sets out. */
  readonly sender: number | null
  /** The chain on which it set out; null where it sets out now. */
  readonly flowVersion: number | null
  /** The person whom it is about, who acts for no office on the way. */
  readonly person: number | null
  readonly values: Readonly<Record<string, unknown>>
}

export interface ClimbStep {
  readonly institutionId: number
  readonly role: number
  readonly days: number | null
  readonly reasonRequired: boolean
  readonly flowVersion: number
}

/**
 * The next institution on the chain under which a case set out, as the tree stands today; the top is always
 * the last one.
 * @throws AppError `noHolder` where the top does not stand above the start
 */
export async function nextStep(db: Queryable, climb: Climb): Promise<ClimbStep> {
  const { reviewed, start, top, sender, values } = climb
  const { place, stations } = await stationsFrom(db, start, climb.person ?? 0)
  const last = stations.find(({ institutionId }) => institutionId === top)
  if (!place || !last) throw new AppError('noHolder', { message: '您的单位不在主办单位的范围内' })
  const { version, chain } =
    sender === null || climb.flowVersion === null
      ? await chainOf(db, reviewed, cityOver(place))
      : await chainFrozen(db, reviewed, climb.flowVersion)
  const passed = stations.findIndex(({ institutionId }) => institutionId === sender)
  const ahead = stations.slice(passed + 1, stations.indexOf(last))
  const from = passed < 0 ? 0 : rankOf(stations[passed]?.level) + 1
  const asked = chain.filter(({ level }) => rankOf(level) >= from && rankOf(level) <= rankOf(last.level))
  const steps = requireSteps(routeOf(asked, values, [...ahead, { ...last, staffed: true }]))
  const [next] = steps
  return {
    institutionId: next?.institutionId ?? top,
    role: next?.role ?? roleOfLevel[last.level],
    days: next?.days ?? null,
    reasonRequired: next?.reasonRequired === true,
    flowVersion: version,
  }
}
