const bare = /^\d{1,4}(?:\.\d{1,2})?$/
const clock = /^(?:(\d{1,3}):)?(\d{1,3}):([0-5]\d)$/
const words = /^(?:(\d{1,3})(?:小时|时))?(?:(\d{1,4}(?:\.\d{1,2})?)(?:分钟|分))?(?:(\d{1,5})秒)?$/

/**
 * How long somebody was in a meeting, as lists of participants say it: 57, 57 分钟, 57.5, 1 小时 2 分 3 秒,
 * 0:57:10 (hours first) or 57:10 (minutes first).
 * @returns whole seconds; null where it says no time
 */
export function meetingSeconds(text: string): number | null {
  const said = text.replace(/\s/g, '')
  if (bare.test(said)) return Math.floor(Number(said) * 60)
  const parts = said === '' ? null : (clock.exec(said) ?? words.exec(said))
  if (!parts) return null
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((one) => Number(one ?? 0))
  return Math.floor(hours * 3_600 + minutes * 60 + seconds)
}
