/** Something with a day, in a calendar. */
export interface CalendarDay {
  /** Stays the same however often the calendar is read. */
  readonly uid: string
  /** 'YYYY-MM-DD' */
  readonly day: string
  readonly title: string
  /** Page of the portal about it; null where the portal must not name its address. */
  readonly url: string | null
}

/** Octets of a line; longer ones are folded (RFC 5545, 3.1). */
const lineLength = 75

/** Text of a property: four signs are escaped, line ends written out (RFC 5545, 3.3.11). */
const textOf = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')

/** Breaks a line between signs, so that none of them is cut in two. */
function folded(line: string): string {
  const lines: string[] = []
  let now = ''
  for (const sign of line) {
    if (Buffer.byteLength(now + sign) > lineLength) {
      lines.push(now)
      now = ' '
    }
    now += sign
  }
  return [...lines, now].join('\r\n')
}

const compact = (day: string): string => day.replaceAll('-', '')
const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** A calendar of whole days (RFC 5545). @param now when it is written, as ISO */
export function icalendar(name: string, days: readonly CalendarDay[], now: string): string {
  const stamp = `${now.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const events = days.flatMap(({ uid, day, title, url }) => [
    'BEGIN:VEVENT',
    `UID:${uid}@xingtan`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(dayAfter(day))}`,
    `SUMMARY:${textOf(title)}`,
    ...(url === null ? [] : [`URL:${url}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Xingtan//Deadlines//ZH',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${textOf(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...events,
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
