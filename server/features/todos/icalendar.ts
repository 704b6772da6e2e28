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

/** Something with a beginning and an end, in a calendar. */
export interface CalendarTime extends Omit<CalendarDay, 'day'> {
  /** Milliseconds. */
  readonly startsAt: number
  readonly endsAt: number
  readonly place: string
  readonly isCancelled: boolean
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

/** A moment in UTC: 20261201T060000Z. */
const utc = (moment: string): string => `${moment.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** An event with a beginning and an end. Calendars read the feed whole each time, so that it has no SEQUENCE. */
const timedEvent = (stamp: string, time: CalendarTime): string[] => [
  'BEGIN:VEVENT',
  `UID:${time.uid}@xingtan`,
  `DTSTAMP:${stamp}`,
  `DTSTART:${utc(new Date(time.startsAt).toISOString())}`,
  `DTEND:${utc(new Date(time.endsAt).toISOString())}`,
  `SUMMARY:${textOf(time.title)}`,
  ...(time.place === '' ? [] : [`LOCATION:${textOf(time.place)}`]),
  ...(time.url === null ? [] : [`URL:${time.url}`]),
  `STATUS:${time.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  'END:VEVENT',
]

/** A calendar of whole days and of times (RFC 5545). @param now when it is written, as ISO */
export function icalendar(
  name: string,
  { days, times }: { readonly days: readonly CalendarDay[]; readonly times: readonly CalendarTime[] },
  now: string,
): string {
  const stamp = utc(now)
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
    ...times.flatMap((time) => timedEvent(stamp, time)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
