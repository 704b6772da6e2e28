import type { Actor } from './access.ts'
import type { Field } from '../define.ts'

/** Readers that see values in full; each is explained at `sights`. */
export type Viewer = 'owner' | 'keeper' | 'holder' | 'confirmer'

/**
 * What an actor has to decide about a value: a step of its review, or its confirmation after a school
 * registered it.
 */
export type Duty = 'holder' | 'confirmer'

/** Who reads masked or sealed fields in full. */
export interface Sight {
  readonly who: Viewer
  readonly reads: readonly ('masked' | 'sealed')[]
}

/**
 * Who reads masked and sealed fields in full (house, section 2); everybody else reads the mask.
 * `owner`: the teacher · `keeper`: the owner's school, which enters or verifies the value · `holder`: the
 * office that holds the step of the revision which proposes it · `confirmer`: the office a confirmation waits
 * for, and the one that gave it (confirmation.ts). An administrator who looks through somebody's eyes reads
 * the mask, whoever's eyes they are.
 */
export const sights: readonly Sight[] = [
  { who: 'owner', reads: ['masked', 'sealed'] },
  { who: 'keeper', reads: ['masked'] },
  { who: 'holder', reads: ['masked', 'sealed'] },
  { who: 'confirmer', reads: ['masked'] },
]

/** Whether an actor, in whose scope the row lies, sees a field in full. */
export function seesFull(
  actor: Actor,
  field: Field,
  row: { institutionId: number | null },
  duty: Duty | null = null,
): boolean {
  if (!field.masked && !field.sealed) return true
  if (actor.viewedBy !== undefined) return false
  const mark = field.sealed ? 'sealed' : 'masked'
  const viewers: readonly (Viewer | null)[] = [
    actor.role === 2 ? 'owner' : null,
    actor.role === 3 && row.institutionId === actor.institutionId ? 'keeper' : null,
    duty,
  ]
  return sights.some(({ who, reads }) => viewers.includes(who) && reads.includes(mark))
}
