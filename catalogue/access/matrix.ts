import type { AnyRecord } from '../define.ts'
import { levels, roleOfLevel, states, verbs, type State, type Verb } from '../flows/review.ts'
import { keptAbove } from '../rules/sides.ts'
import { allowed, canCreate, inScope, type Actor, type RecordStanding } from './access.ts'
import type { Role } from './roles.ts'

/**
 * Where a record stands when the matrix asks: anywhere, at the role's own step, at the step of a higher
 * level, or just approved by the same person.
 */
export type Situation = 'any' | 'holds' | 'below' | 'passed'

/** The role of the highest level, below which the others are. */
const highest = roleOfLevel.province

/** A state in which a role may do something, and the situation that it needs. */
export interface Cell {
  readonly state: State | 'none'
  readonly situation: Situation
}

/**
 * Places of the sample record. Their ids are the numbers of the roles, so that the record lies in the scope
 * of every sample actor.
 */
const places = { institutionId: 3, districtId: 4, cityId: 5, provinceId: 6 } as const
const actorOf = (role: Role): Actor => ({
  identityId: 1,
  personId: 1,
  role,
  name: '',
  institutionId: role,
  institution: '',
  teacherId: role === 2 ? 1 : null,
})

function standingOf(definition: AnyRecord, role: Role, state: State, situation: Situation): RecordStanding {
  return {
    ...places,
    owner: definition.owner,
    ownerId: 1,
    ownerPersonId: role === 2 ? 1 : 2,
    regime: definition.regime,
    state,
    effective: true,
    holderInstitutionId: situation === 'holds' ? role : null,
    holderRole: situation === 'holds' ? role : situation === 'below' ? highest : null,
    submittedByPerson: 2,
    untouched: true,
    lastLevel: definition.review ? (definition.review.chain.at(-1)?.level ?? 'school') : null,
    contributes:
      definition.regime === 'recorded' &&
      Object.values(definition.fields).some((field) => field.writableBy === 'teacher'),
    keptAbove: keptAbove(definition),
    undoableBy: situation === 'passed' ? 1 : null,
  }
}

/**
 * Whether some step of the type's chain may come to stand on this role's level: steps move up where a level
 * is missing, never down.
 */
function mayHold(definition: AnyRecord, role: Role): boolean {
  const lowest = Math.min(...(definition.review?.chain ?? []).map((step) => levels.indexOf(step.level)))
  return Number.isFinite(lowest) && levels.some((level, i) => roleOfLevel[level] === role && i >= lowest)
}

/**
 * Everything a role may do with records of a type in its scope, worked out by asking the functions that
 * decide (access.ts) about each state and situation. Chains as declared; a published chain may end on another
 * level.
 */
export function matrixOf(role: Role, definition: AnyRecord): ReadonlyMap<Verb | 'see', readonly Cell[]> {
  const actor = actorOf(role)
  const found = new Map<Verb | 'see', Cell[]>()
  const put = (verb: Verb | 'see', cell: Cell) => found.set(verb, [...(found.get(verb) ?? []), cell])
  const plain = standingOf(definition, role, 'approved', 'any')
  if (inScope(actor, plain)) put('see', { state: 'approved', situation: 'any' })
  if (canCreate(actor, plain)) put('create', { state: 'none', situation: 'any' })
  const situations: readonly Situation[] = mayHold(definition, role)
    ? ['any', 'holds', 'below', 'passed']
    : ['any']
  for (const state of states) {
    // A draft exists for reviewed and mixed records only.
    if (state !== 'approved' && !definition.review) continue
    for (const situation of situations) {
      for (const verb of allowed(actor, standingOf(definition, role, state, situation))) {
        const already =
          situation !== 'any' &&
          found.get(verb)?.some((cell) => cell.state === state && cell.situation === 'any')
        if (!already) put(verb, { state, situation })
      }
    }
  }
  return found
}

/** What is done to records, in the order of the permission table. */
export const matrixVerbs: readonly (Verb | 'see')[] = ['see', ...verbs]
