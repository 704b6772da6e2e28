import type { Place } from '../access/access.ts'
import type { Level } from '../define.ts'

/** How far something is shared: codes of the dictionary shareScope, from the author alone to everybody. */
export const reaches = ['0', '1', '2', '3', '4', '9'] as const
export type Reach = (typeof reaches)[number]

export const isReach = (code: unknown): code is Reach => reaches.some((one) => one === code)

const rank = (reach: Reach): number => reaches.indexOf(reach)

/** Whether everybody who reads at `inner` reads at `outer`, too. */
export const isWithin = (inner: Reach, outer: Reach): boolean => rank(inner) <= rank(outer)

export const narrower = (one: Reach, other: Reach): Reach => (isWithin(one, other) ? one : other)

/** The reach that the office of a level gives. */
export const reachOfLevel: Readonly<Record<Level, Reach>> = {
  school: '1',
  area: '2',
  city: '3',
  province: '4',
}

/**
 * How far a version is read once the office of a level agreed to it. `isLast`: nobody is asked after this
 * office, so everything that was asked for is given.
 */
export const agreedReach = (asked: Reach, level: Level, isLast: boolean): Reach =>
  isLast ? asked : narrower(asked, reachOfLevel[level])

/**
 * Whether a version that came as far as `reached` takes the place of the live one. A version that is on its
 * way never takes readers from the live one.
 */
export const takesPlace = (reached: Reach, live: Reach | null): boolean =>
  reached !== '0' && (live === null || isWithin(live, reached))

/** The narrowest reach of an institution other than its author alone: an authority's is its region. */
export function narrowestAt({ institutionId, districtId, cityId, provinceId }: Place): Reach {
  if (institutionId === null) return '4'
  if (institutionId === districtId) return '2'
  if (institutionId === cityId) return '3'
  return institutionId === provinceId ? '4' : '1'
}

/** Everybody, visitors among them. */
const everybody = 0

/**
 * The key under which a reach is stored: the institution under which everybody reads, 0 for everybody, null
 * for the author alone. A level that does not exist above the institution is the next one up, as on the way
 * of a review (decision 0037).
 */
export function reachKey(reach: Reach, place: Place): number | null {
  const { institutionId, districtId, cityId, provinceId } = place
  const above = [institutionId, districtId, cityId, provinceId]
  if (reach === '9') return everybody
  if (reach === '0') return null
  return above.slice(Number(reach) - 1).find((id) => id !== null) ?? null
}

/** The keys under which somebody at a place reads; a visitor (null) has the first one only. */
export function readerKeys(place: Place | null): readonly number[] {
  const { institutionId = null, districtId = null, cityId = null, provinceId = null } = place ?? {}
  const keys = [institutionId, districtId, cityId, provinceId].filter((id) => id !== null)
  return [...new Set([everybody, ...keys])]
}
