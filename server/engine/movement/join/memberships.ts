import type { Membership } from '../../directory/index.ts'
import { share, shared, united, without } from './days.ts'

/** Which of the two archives something comes from: the one whose number goes on, or the other one. */
export type Side = 'kept' | 'joined'

/** From a day on the personnel memberships of one archive count, before it those of the other one. */
export interface Turn {
  readonly present: Side
  /** `YYYY-MM-DD` */
  readonly on: string
}

/** Days on which both archives have a personnel membership, at different institutions. */
export interface Overlap {
  readonly kept: number
  readonly joined: number
  readonly from: string
  readonly to: string | null
}

export interface JoinedMemberships {
  /** All memberships that the person has from now on. */
  readonly list: readonly Membership[]
  readonly overlaps: readonly Overlap[]
  /** Why they cannot be joined yet; null where they can. */
  readonly fault: 'needsTurn' | 'gap' | null
}

type Both = Readonly<Record<Side, readonly Membership[]>>

const ofKind = (kind: Membership['kind'], { kept, joined }: Both): Both => ({
  kept: kept.filter((one) => one.kind === kind),
  joined: joined.filter((one) => one.kind === kind),
})

const overlapsOf = ({ kept, joined }: Both): Overlap[] =>
  kept.flatMap((one) =>
    joined
      .filter((other) => other.institutionId !== one.institutionId && share(one, other))
      .map((other) => ({ kept: one.institutionId, joined: other.institutionId, ...shared(one, other) })),
  )

/** Personnel memberships where both archives have some on the same days: the turn says which ones count. */
function turned(both: Both, { present, on }: Turn): Membership[] | null {
  const now = both[present]
  if (!now.some((one) => share(one, { from: on, to: on }))) return null
  const before = both[present === 'kept' ? 'joined' : 'kept'].flatMap((one) =>
    without(one, [{ from: on, to: null }]),
  )
  return [
    ...before,
    ...now.flatMap((one) =>
      without(
        one,
        before.filter((other) => !same(one, other)),
      ),
    ),
  ]
}

const same = (one: Membership, other: Membership): boolean => one.institutionId === other.institutionId

/**
 * Lessons elsewhere of both: never at the school that has the file on that day, and one for the whole time a
 * day.
 */
function lessons({ kept, joined }: Both, personnel: readonly Membership[]): Membership[] {
  const all = united([...kept, ...joined]).flatMap((one) =>
    without(
      one,
      personnel.filter((home) => same(home, one)),
    ),
  )
  return all.map((one, at) =>
    one.fullTime && all.slice(0, at).some((other) => other.fullTime && share(other, one))
      ? { ...one, fullTime: false }
      : one,
  )
}

/**
 * The memberships of one human who was registered twice, as those of one person: one personnel institution a
 * day. Days at one institution that both tell of are told once. Where they name different institutions for
 * one day, a turn is needed; its day lies within the present membership, so that nobody is nowhere.
 */
export function joinedMemberships(
  kept: readonly Membership[],
  joined: readonly Membership[],
  turn: Turn | null,
) {
  const teacherId = kept[0]?.teacherId ?? joined[0]?.teacherId ?? 0
  const personnel = ofKind('personnel', { kept, joined })
  const overlaps = overlapsOf(personnel)
  const mine = (list: readonly Membership[]) => list.map((one) => ({ ...one, teacherId }))
  const answer = (list: readonly Membership[], fault: JoinedMemberships['fault']): JoinedMemberships => ({
    list: mine(list),
    overlaps,
    fault,
  })
  if (overlaps.length > 0 && turn === null) return answer([...kept, ...joined], 'needsTurn')
  const homes =
    overlaps.length > 0 && turn !== null ? turned(personnel, turn) : [...personnel.kept, ...personnel.joined]
  if (homes === null) return answer([...kept, ...joined], 'gap')
  const one = united(homes)
  return answer([...one, ...lessons(ofKind('teaching', { kept, joined }), one)], null)
}
