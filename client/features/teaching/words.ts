/** A date and time of a notice, `2026-10-15T14:00`, as lists show it. */
export const minuteText = (minute: string): string => minute.slice(5).replace('T', ' ')

/** A second of a recording as mm:ss; hours are counted in minutes. */
export const secondText = (second: number): string =>
  `${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`

/** The second that somebody typed as mm:ss or in seconds; null where it is neither. */
export function secondIn(typed: string): number | null {
  const found = /^(?:(\d{1,3})[:：])?(\d{1,4})$/.exec(typed.trim())
  if (!found) return null
  const [minutes, seconds] = [Number(found[1] ?? 0), Number(found[2])]
  return found[1] !== undefined && seconds > 59 ? null : minutes * 60 + seconds
}

/** Points with the decimals they have. */
export const pointsText = (points: number | null): string => (points === null ? '–' : points.toFixed(2))
