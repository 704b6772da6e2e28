/**
 * Who was there during a broadcast: stays on any device, cut to the time on air (docs/decisions/0246). Moments
 * are milliseconds; spans are [from, to).
 */
export type Span = readonly [from: number, to: number]

/** Spans in order, without overlaps. */
export function united(spans: readonly Span[]): Span[] {
  const sorted = spans.filter(([from, to]) => to > from).toSorted((a, b) => a[0] - b[0])
  return sorted.reduce<Span[]>((all, [from, to]) => {
    const last = all.at(-1)
    if (!last || from > last[1]) return [...all, [from, to]]
    return [...all.slice(0, -1), [last[0], Math.max(last[1], to)]]
  }, [])
}

/** What two sets of spans have in common. */
const common = (one: readonly Span[], other: readonly Span[]): Span[] =>
  united(one).flatMap(([from, to]) =>
    united(other).flatMap(([start, end]): Span[] => {
      const [a, b] = [Math.max(from, start), Math.min(to, end)]
      return b > a ? [[a, b]] : []
    }),
  )

const msOf = (spans: readonly Span[]): number => united(spans).reduce((sum, [from, to]) => sum + to - from, 0)

/** Share of the time on air, in percent, from which somebody was present. */
export const presentFrom = 80

export interface Attendance {
  /** Whole seconds. */
  readonly seconds: number
  readonly ofSeconds: number
  /** Percent with one decimal. Whether it is enough is decided before it is rounded. */
  readonly percent: number
  readonly present: boolean
}

/** How much of what was on air somebody saw. Nothing on air: nobody is present. */
export function attendanceOf(stays: readonly Span[], air: readonly Span[]): Attendance {
  const [seen, whole] = [msOf(common(stays, air)), msOf(air)]
  return {
    seconds: Math.floor(seen / 1_000),
    ofSeconds: Math.floor(whole / 1_000),
    percent: whole === 0 ? 0 : Math.round((seen * 1_000) / whole) / 10,
    present: whole > 0 && seen * 100 >= whole * presentFrom,
  }
}
