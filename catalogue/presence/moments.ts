import {
  absent,
  doubtful,
  late,
  leftEarly,
  present,
  type PresenceRules,
  type PresenceStatus,
  type PresenceWay,
} from './rules.ts'

/** When a session is; milliseconds since 1970, as all moments here. */
export interface SessionTime {
  readonly startsAt: number
  readonly endsAt: number
}

const minute = 60_000
/** Minutes before the start from which people sign in. */
const opensBefore = 30
/** Minutes before and after the end within which people sign out. */
const outBefore = 15
const outAfter = 30

/** What a moment is for signing in. */
export type Arrival = 'early' | typeof present | typeof late | 'closed'

/** Judges a moment as an arrival; the last moment of each term belongs to it. */
export function arrivalAt(
  { startsAt }: SessionTime,
  { lateAfter, closesAfter }: PresenceRules,
  moment: number,
): Arrival {
  if (moment < startsAt - opensBefore * minute) return 'early'
  if (moment <= startsAt + lateAfter * minute) return present
  return moment <= startsAt + closesAfter * minute ? late : 'closed'
}

/** Judges a moment as a departure: whether it is within the term for signing out. */
export const departureAt = (
  { endsAt }: SessionTime,
  { signOut }: PresenceRules,
  moment: number,
): 'out' | 'early' | 'closed' => {
  if (!signOut || moment > endsAt + outAfter * minute) return 'closed'
  return moment < endsAt - outBefore * minute ? 'early' : 'out'
}

/** The mark that a claim of this moment makes. */
export interface ClaimedMark {
  readonly way: PresenceWay
  readonly status: typeof present | typeof late
}

/**
 * Which mark a claim makes: somebody who signed in already signs out where the term for it has begun.
 * @param arrived whether there is a mark of arrival
 * @returns why not, where there is none to make
 */
export function markAt(
  session: SessionTime,
  rules: PresenceRules,
  { moment, arrived }: { readonly moment: number; readonly arrived: boolean },
): ClaimedMark | 'early' | 'closed' {
  const arrival = arrivalAt(session, rules, moment)
  const leaves = departureAt(session, rules, moment) === 'out'
  if (leaves && (arrived || arrival === 'closed')) return { way: 'out', status: present }
  return arrival === present || arrival === late ? { way: 'in', status: arrival } : arrival
}

/** The terms within which a claim can make a mark, for looking through the codes of a session. */
export function claimTerms(
  { startsAt, endsAt }: SessionTime,
  { closesAfter, signOut }: PresenceRules,
): { readonly from: number; readonly to: number }[] {
  const arrival = { from: startsAt - opensBefore * minute, to: startsAt + closesAfter * minute }
  return signOut
    ? [arrival, { from: endsAt - outBefore * minute, to: endsAt + outAfter * minute }]
    : [arrival]
}

/**
 * The status of a person in a session from the marks of both ways.
 * @param now a session whose terms are over makes absent who did not come; null as long as they are not
 */
export function statusOf(
  session: SessionTime,
  rules: PresenceRules,
  marks: { readonly in: PresenceStatus | null; readonly out: PresenceStatus | null; readonly now: number },
): PresenceStatus | null {
  const terms = claimTerms(session, rules)
  const over = marks.now > Math.max(session.endsAt, ...terms.map(({ to }) => to))
  if (marks.in === doubtful || marks.out === doubtful) return doubtful
  if (marks.in === null) return over ? absent : null
  const came = marks.in === present || marks.in === late
  if (!rules.signOut || !came) return marks.in
  if (marks.out === null) return over ? leftEarly : marks.in
  return marks.out === present ? marks.in : marks.out
}
