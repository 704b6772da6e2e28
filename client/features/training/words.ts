import type { CreditAnswer, CreditEntry } from '../../../catalogue/contract/training/credit.ts'
import { categories, type Category, type HourSource } from '../../../catalogue/hours/rule.ts'
import { sourceWords } from '../../../catalogue/hours/words.ts'
import type { PresenceStatus } from '../../../catalogue/presence/rules.ts'

/** Categories of hours in a word. */
export const categoryNames: Readonly<Record<Category, string>> = {
  '1': '公需',
  '2': '专业',
  '3': '选修',
  '4': '校本',
}

/** Hours with one decimal, a real minus in front of what was taken back. */
export const hoursText = (hours: number): string => hours.toFixed(1).replace('-', '−')

export const sourceText = ({ source, counters }: CreditEntry): string =>
  counters === null ? (sourceWords[source as HourSource] ?? source) : '冲销'

/** Days of a training: 06-20 至 06-24. */
export function daysText({ from, to }: Pick<CreditEntry, 'from' | 'to'>): string {
  const short = (day: string) => day.slice(5)
  if (from === null) return ''
  return to === null || to === from ? short(from) : `${short(from)} 至 ${short(to)}`
}

/** What is missing in the year: 公需 30.0、选修 6.0. */
export const gapText = ({ gaps }: Pick<CreditAnswer, 'gaps'>): string =>
  categories
    .flatMap((one) => (gaps[one] === undefined ? [] : [`${categoryNames[one]} ${hoursText(gaps[one])}`]))
    .join('、')

/** What became of the hours of an entry: as stated, capped, taken back, or what takes back. */
export function fateText({ hours, counted, counters, isCountered, reason }: CreditEntry): string {
  if (counters !== null) return reason
  if (isCountered) return '已冲销'
  return counted < hours ? `登记 ${hoursText(hours)}，按规则计 ${hoursText(counted)}` : ''
}

/** How the period stands, in a sentence. */
export function periodText({ line, gap, state, to, underWay, counted }: CreditAnswer['period']): string {
  if (state === 'met') return `已达到 ${hoursText(line)} 学时`
  const going = underWay > 0 ? `，在途 ${hoursText(underWay)}，结业后 ${hoursText(counted + underWay)}` : ''
  const missing = `还差 ${hoursText(gap)}${going}`
  if (state === 'inReach') return `${missing}，可达`
  return state === 'tooLate' ? `${missing}，到 ${to} 年底已补不上` : missing
}

const dayAndHour = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** When a session begins: 11-23 08:30. */
export const sessionDay = (moment: number): string => dayAndHour.format(moment).slice(5)

/** When a session is: 2026-11-23 08:30–12:00. */
export const sessionTimes = (session: { readonly startsAt: number; readonly endsAt: number }): string =>
  `${dayAndHour.format(session.startsAt)}–${dayAndHour.format(session.endsAt).slice(11)}`

const marks: Readonly<Record<PresenceStatus, string>> = {
  '1': '✓',
  '2': '迟',
  '3': '早',
  '4': '假',
  '5': '公',
  '6': '缺',
  '7': '核',
}

/** A mark in one sign; undefined where it is another class's session. */
export const shortStatus = (status: PresenceStatus | null | undefined): string =>
  status === undefined ? '' : status === null ? '·' : marks[status]

/** What a head teacher has to know of absences: that one more, or none, is left. */
export const spareText = (spare: number | null): string =>
  spare === null || spare > 1 ? '' : spare < 0 ? '已达不到' : spare === 0 ? '不能再缺' : '还可缺 1 次'

/** Rows of two columns as a spreadsheet copies them, by seat or name; a head is left out. */
export const scoreRowsOf = (text: string) =>
  text.split(/\r?\n/).flatMap((line, place) => {
    const [who = '', score = ''] = line.split(/[\t,，]/).map((one) => one.trim())
    return line.trim() === '' || ['席位', '席位号', '姓名'].includes(who)
      ? []
      : [{ row: place + 1, who, score }]
  })
