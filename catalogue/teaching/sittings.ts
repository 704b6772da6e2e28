import type { PresenceMeans, PresenceStatus } from '../presence/rules.ts'

/** A mark of somebody in a sitting; `moment` in milliseconds since 1970. */
export interface SittingMark {
  readonly status: PresenceStatus
  readonly means: PresenceMeans
  readonly moment: number
}

/** A sitting by its times, in milliseconds since 1970. */
export interface SittingTime {
  readonly startsAt: number
  readonly endsAt: number
}

/** The last moment at which a scan counts: half of the sitting. */
export const halfOf = ({ startsAt, endsAt }: SittingTime): number => startsAt + (endsAt - startsAt) / 2

const byScan: readonly PresenceMeans[] = ['code', 'ownCode', 'offline']

/**
 * Whether a sitting counts for somebody: a scan by its half, or what the host wrote by hand, by file or by a
 * correction; nothing counts by parts (teaching-research.md, 4, Presence).
 */
export function sittingCounts(time: SittingTime, mark: SittingMark | undefined): boolean {
  if (!mark || !['1', '2', '3'].includes(mark.status)) return false
  return !byScan.includes(mark.means) || mark.moment <= halfOf(time)
}
