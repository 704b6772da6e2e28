import type { CalendarDay } from '../../../catalogue/contract/administration/calendar.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'

const dayMs = 86_400_000
const form =
  /^(\d{4})\D(\d{1,2})\D(\d{1,2})日?(?:\s*(?:至|到|—|–|~|～)\s*(\d{4})\D(\d{1,2})\D(\d{1,2})日?)?[\s，,、：:]+(\S.*)$/
const mostDays = 62

/** Whether a day is Saturday or Sunday. */
export function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 0 || weekday === 6
}

function dayOf(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(text)
  return !Number.isNaN(at) &&
    new Date(at).toISOString().startsWith(text) &&
    text >= '2000-01-01' &&
    text <= '2100-12-31'
    ? text
    : undefined
}

/** The stretch of days that a line names, or what is wrong with it. */
function stretchOf(line: string): { first: string; count: number; name: string } | { fault: string } {
  const found = form.exec(line)
  const first = found ? dayOf(found[1], found[2], found[3]) : undefined
  const last = found?.[4] === undefined ? first : dayOf(found[4], found[5], found[6])
  if (first === undefined || last === undefined) return { fault: '应写成“2027-10-01 国庆节”，且日期要有' }
  const count = (Date.parse(last) - Date.parse(first)) / dayMs + 1
  if (count < 1) return { fault: '结束日期早于开始日期' }
  if (count > mostDays) return { fault: `一行至多 ${mostDays} 天` }
  return { first, count, name: (found?.[7] ?? '').slice(0, 30) }
}

const kindOf = (name: string): CalendarDay['kind'] =>
  /上班|补班|调休/.test(name) ? '2' : /寒假|暑假/.test(name) ? '3' : '1'

/**
 * Reads the State Council's list as people paste it: `2027-10-01 国庆节`, `2027年10月1日至2027年10月7日
 * 国庆节`, `2027-10-09 上班`. Words with 上班, 补班 or 调休 make a day worked, others with 假期 of schools
 * (寒假, 暑假) school holidays, all else a public holiday. Faults carry the number of their line.
 */
export function readLines(text: string): { days: CalendarDay[]; faults: FieldFault[] } {
  const days = new Map<string, CalendarDay>()
  const faults: FieldFault[] = []
  for (const [i, line] of text.split('\n').entries()) {
    const asked = line.normalize('NFKC').trim()
    if (asked === '') continue
    const fault = (message: string) =>
      void faults.push({ field: 'text', message: `第 ${i + 1} 行“${asked.slice(0, 30)}”：${message}` })
    const stretch = stretchOf(asked)
    if ('fault' in stretch) {
      fault(stretch.fault)
      continue
    }
    const { first, count, name } = stretch
    const kind = kindOf(name)
    for (let n = 0; n < count; n += 1) {
      const day = new Date(Date.parse(first) + n * dayMs).toISOString().slice(0, 10)
      if (kind === '2' && !isWeekend(day)) fault(`${day} 本来就是工作日`)
      else if (days.has(day) && days.get(day)?.kind !== kind) fault(`${day} 前面已经写过，两处不一样`)
      else days.set(day, { day, kind, name })
    }
  }
  return { days: [...days.values()], faults }
}
