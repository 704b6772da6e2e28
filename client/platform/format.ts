/**
 * How dates, figures and sizes are written (look, section 3). Times are Asia/Shanghai whatever the computer
 * is set to.
 */
const parts = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  weekday: 'short',
})

interface Moment {
  year: string
  month: string
  day: string
  time: string
  weekday: string
}

function momentOf(date: Date): Moment {
  const found = Object.fromEntries(parts.formatToParts(date).map(({ type, value }) => [type, value]))
  const { year = '', month = '', day = '', hour = '', minute = '', weekday = '' } = found
  return { year, month, day, time: `${hour}:${minute}`, weekday }
}

/** A day has no hour, and a minute of a field is one of the portal's: neither is moved into a time zone. */
function read(value: string): Moment | null {
  const said = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?$/.exec(value)
  if (said) {
    const [, year = '', month = '', day = '', time = ''] = said
    return { year, month, day, time, weekday: '' }
  }
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : momentOf(date)
}

/** The present year where the portal is, 2026. */
export const thisYear = (): string => momentOf(new Date()).year

/** In lists: 11-20 of this year, else 2025-11-20. */
export function listDate(value: string): string {
  const at = read(value)
  if (!at) return value
  const short = `${at.month}-${at.day}`
  return at.year === thisYear() ? short : `${at.year}-${short}`
}

/** In lists with the hour: 11-20 15:06. */
export function listTime(value: string): string {
  const at = read(value)
  return at?.time ? `${listDate(value)} ${at.time}` : listDate(value)
}

/** In sentences: 11月20日 of this year, else 2025年11月20日. */
export function sentenceDate(value: string): string {
  const at = read(value)
  if (!at) return value
  const short = `${Number(at.month)}月${Number(at.day)}日`
  return at.year === thisYear() ? short : `${at.year}年${short}`
}

/** In sentences with the hour: 11月20日 15:06. */
export function sentenceTime(value: string): string {
  const at = read(value)
  return at?.time ? `${sentenceDate(value)} ${at.time}` : sentenceDate(value)
}

/** In data: 2026-11-20. */
export function fullDate(value: string): string {
  const at = read(value)
  return at ? `${at.year}-${at.month}-${at.day}` : value
}

/** On paper, which is read years later: 2026-11-20 15:06. */
export function fullTime(value: string): string {
  return [fullDate(value), read(value)?.time].filter(Boolean).join(' ')
}

/** Today for a page head: 2026-11-20 周五. */
export function today(): string {
  const { year, month, day, weekday } = momentOf(new Date())
  return `${year}-${month}-${day} ${weekday}`
}

/** How long something has waited: 今天 or 等 3 天. */
export function waiting(days: number): string {
  return days <= 0 ? '今天' : `等 ${days} 天`
}

/** 1,208. Minus is the minus sign. */
export function thousands(value: number): string {
  return value.toLocaleString('zh-CN').replace('-', '−')
}

/** 2.1 MB, 340 KB. */
export function bytes(value: number): string {
  if (value < 1024) return `${value} B`
  if (value < 1024 * 1024) return `${Math.round(value / 1024)} KB`
  if (value < 1024 ** 3) return `${(value / 1024 ** 2).toFixed(1)} MB`
  if (value < 1024 ** 4) return `${(value / 1024 ** 3).toFixed(1)} GB`
  return `${(value / 1024 ** 4).toFixed(2)} TB`
}
