/** A session that counts, with its day (YYYY-MM-DD) and its tenths of an hour. */
export interface CountedSession {
  readonly day: string
  readonly tenths: number
}

/** What a training gives in one calendar year, and on which days. */
export interface YearShare {
  readonly year: number
  readonly tenths: number
  readonly from: string
  readonly to: string
}

/**
 * Parts the hours of a training by the calendar years of its sessions; the last year gets what rounding
 * leaves. Without hours in its sessions nothing is parted.
 */
export function sharesByYear(tenths: number, sessions: readonly CountedSession[]): YearShare[] {
  const planned = sessions.reduce((sum, one) => sum + one.tenths, 0)
  if (planned === 0) return []
  const years = [...Map.groupBy(sessions, ({ day }) => Number(day.slice(0, 4)))].toSorted(([a], [b]) => a - b)
  let left = tenths
  return years.map(([year, list], place) => {
    const own = list.reduce((sum, one) => sum + one.tenths, 0)
    const given = place === years.length - 1 ? left : Math.floor((tenths * own) / planned)
    left -= given
    const days = list.map(({ day }) => day).toSorted()
    return { year, tenths: given, from: days[0] ?? '', to: days.at(-1) ?? '' }
  })
}
