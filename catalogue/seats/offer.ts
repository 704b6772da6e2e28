/** What decides how long somebody may answer an offered seat. */
export interface OfferRules {
  readonly acceptHours: number
  /** So many hours before the first session nobody is asked any more. */
  readonly lastOfferHours: number
  /** The minute of the first session, as date and time fields have it; null while there is none. */
  readonly firstSession: string | null
}

const hour = 3_600_000
/** Shanghai is eight hours ahead, the whole year. */
const ahead = 8 * hour
const [evening, morning] = [22, 7] as const
const leastHours = 2

/** A moment as date and time fields have it. */
export const minuteOf = (moment: number): string => new Date(moment + ahead).toISOString().slice(0, 16)

/** The moment of a date and time field. */
export const momentOf = (minute: string): number => Date.parse(`${minute}:00+08:00`)

/** When a term begins: at once, or in the morning of whoever sleeps. */
function beginning(now: number): number {
  const local = new Date(now + ahead)
  const at = local.getUTCHours()
  if (at >= morning && at < evening) return now
  const day = Date.UTC(
    local.getUTCFullYear(),
    local.getUTCMonth(),
    local.getUTCDate() + (at >= evening ? 1 : 0),
  )
  return day + morning * hour - ahead
}

/** The last moment at which seats are offered; null without a first session. */
const lastOffer = ({ firstSession, lastOfferHours }: OfferRules): number | null =>
  firstSession === null ? null : momentOf(firstSession) - lastOfferHours * hour

/** Until when an offer that is made now can be accepted; null where too little time is left to ask. */
export function offerEnds(now: number, rules: OfferRules): number | null {
  const from = beginning(now)
  const last = lastOffer(rules)
  const full = from + rules.acceptHours * hour
  const until = last === null ? full : Math.min(full, last)
  return until - from < leastHours * hour ? null : until
}
