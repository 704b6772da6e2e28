import type { Appointment } from '../contract/schedule.ts'

/**
 * Appointments at which somebody would have to be at the same time, by their references: each with those it
 * clashes with. What was cancelled clashes with nothing; what begins when another ends does not.
 */
export function clashesOf(
  list: readonly Pick<Appointment, 'ref' | 'startsAt' | 'endsAt' | 'isCancelled'>[],
): ReadonlyMap<string, readonly string[]> {
  const held = list.filter(({ isCancelled }) => !isCancelled).toSorted((a, b) => a.startsAt - b.startsAt)
  const found = new Map<string, string[]>()
  const add = (ref: string, other: string) => found.set(ref, [...(found.get(ref) ?? []), other])
  held.forEach((one, index) => {
    for (const other of held.slice(index + 1)) {
      if (other.startsAt >= one.endsAt) break
      add(one.ref, other.ref)
      add(other.ref, one.ref)
    }
  })
  return found
}
