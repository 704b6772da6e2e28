import { kinds } from '../../../catalogue/kinds/kinds.ts'
import type { Field } from '../../../catalogue/define.ts'

export type DateKind = 'month' | 'date' | 'dateTime'

/** A time of a day that was picked and has none yet: the office opens. */
const opening = '08:00'

interface DateNotation {
  readonly sample: string
  readonly calendar: 'month' | 'date'
  /** The value after a day was picked in the calendar. */
  readonly picked: (picked: string, before: string) => string
}

/** How each kind of date is written and picked. */
export const written: Readonly<Record<DateKind, DateNotation>> = {
  month: { sample: '如 2018-09', calendar: 'month', picked: (picked) => picked },
  date: { sample: '如 2018-09-01', calendar: 'date', picked: (picked) => picked },
  dateTime: {
    sample: '如 2018-09-01 14:30',
    calendar: 'date',
    picked: (picked, before) => `${picked}T${/T(\d{2}:\d{2})$/.exec(before)?.[1] ?? opening}`,
  },
}

/**
 * Reads 2018.9, 201809, 2018年9月, 2018/9/1 and, of a time, 2018/9/1 14:30. Text that is no date is kept as
 * typed and gets a fault.
 */
export function readDate(kind: DateKind, text: string, field: Field): unknown {
  const half = text.normalize('NFKC').trim()
  if (half === '') return null
  const outcome = kinds[kind].fromText(half, field)
  return 'value' in outcome ? outcome.value : half
}
