import type { AnyRecord } from '../define.ts'
import { isVisible, type Row } from './judge.ts'

/**
 * How many days before its end something counts as expiring soon: when the first reminder is sent
 * (features/reminders).
 */
export const soonDays = 90

/** A day of a record that has passed or comes soon. `days` until it are negative when it has passed. */
export interface Expiry {
  readonly key: string
  readonly date: string
  readonly state: 'expired' | 'soon'
  readonly days: number
}

/**
 * Expired and soon expiring days among the effective records of one type of one owner, by record id. Of
 * fields with `expires: 'latest'` only the latest day counts, because a later one renews an earlier one.
 * @param today 'YYYY-MM-DD'
 */
export function expiriesOf(
  definition: AnyRecord,
  rows: readonly { id: string; values: Row }[],
  today: string,
): Map<string, Expiry[]> {
  const found = new Map<string, Expiry[]>()
  for (const [key, field] of Object.entries(definition.fields)) {
    if (!field.expires) continue
    const dated = rows.flatMap(({ id, values }) => {
      const date = values[key]
      return typeof date === 'string' && isVisible(field, values) ? [{ id, date }] : []
    })
    const latest = dated
      .map(({ date }) => date)
      .sort()
      .at(-1)
    for (const { id, date } of dated) {
      if (field.expires === 'latest' && date !== latest) continue
      const days = Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000)
      if (days > soonDays) continue
      found.set(id, [...(found.get(id) ?? []), { key, date, state: days < 0 ? 'expired' : 'soon', days }])
    }
  }
  return found
}
