import { addDays, uuidv7 } from '../../../platform/clock/clock.ts'
import type { Membership } from '../../directory/index.ts'

/** Days of a membership, inclusive; `to` is null while it goes on. */
type Days = Pick<Membership, 'from' | 'to'>

const endless = '9999-12-31'
const lastOf = ({ to }: Days): string => to ?? endless
const lastDay = (day: string): string | null => (day === endless ? null : day)

export const share = (one: Days, other: Days): boolean =>
  one.from <= lastOf(other) && other.from <= lastOf(one)

/** The days that two memberships have in common; they share some. */
export const shared = (one: Days, other: Days): Days => ({
  from: one.from > other.from ? one.from : other.from,
  to: lastDay(lastOf(one) < lastOf(other) ? lastOf(one) : lastOf(other)),
})

/**
 * A membership without the days of others: what is left of it, a piece of its own for each gap between them.
 */
export function without(membership: Membership, others: readonly Days[]): Membership[] {
  let pieces = [membership]
  for (const other of others)
    pieces = pieces.flatMap((piece) => {
      if (!share(piece, other)) return [piece]
      const before = { ...piece, to: addDays(other.from, -1) }
      const after = other.to === null ? null : { ...piece, id: uuidv7(), from: addDays(other.to, 1) }
      return [
        ...(piece.from < other.from ? [before] : []),
        ...(after !== null && after.from <= lastOf(piece) ? [after] : []),
      ]
    })
  return pieces
}

/**
 * Memberships of one kind in which those that share days at one institution are one, from the first day to
 * the last.
 */
export function united(memberships: readonly Membership[]): Membership[] {
  const found: Membership[] = []
  for (const one of memberships.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const at = found.findIndex((other) => other.institutionId === one.institutionId && share(other, one))
    const other = found[at]
    if (other === undefined) found.push(one)
    else {
      const last = lastOf(other) > lastOf(one) ? lastOf(other) : lastOf(one)
      found[at] = { ...other, to: lastDay(last), fullTime: other.fullTime || one.fullTime }
    }
  }
  return found
}
