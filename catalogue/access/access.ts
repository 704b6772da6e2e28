import type { Level, Regime } from '../define.ts'
import { roleOfLevel, type State, type Verb } from '../flows/review.ts'
import { holds } from '../flows/way.ts'
import type { Duty } from './duties.ts'
import type { Role } from './roles.ts'

/** Who asks: one identity of a person, with the ids of the institution it acts for. */
export interface Actor {
  readonly identityId: number
  readonly personId: number
  readonly role: Role
  readonly name: string
  readonly institutionId: number
  readonly institution: string
  /** The actor's own archive, for teachers. */
  readonly teacherId: number | null
  /**
   * Identity of the administrator who views the portal as this actor (decision 0020): reads only, and gets
   * masked and sealed values masked.
   */
  readonly viewedBy?: number
  /** The API token that reads: a program, and no person (decision 0073). */
  readonly apiToken?: number
  /** Identity of the officer this one stands in for; what it does stays with both names. */
  readonly standsFor?: number
  /** Retired or gone: reads the own archive and changes nothing. */
  readonly readsOnly?: true
  /** Duties of an administrator. They are asked only where the installation separates them. */
  readonly duties?: readonly Duty[]
}

/** Where a row belongs; carried by every scoped row, kept by the engine (house, section 4). */
export interface Place {
  readonly institutionId: number | null
  readonly districtId: number | null
  readonly cityId: number | null
  readonly provinceId: number | null
}

/** The kinds of owner a record may have; each has its table, its place and its readers. */
export const ownerKinds = ['teacher', 'institution'] as const
export type OwnerKind = (typeof ownerKinds)[number]

/** What a decision needs to know of a record, beside who asks. */
export interface RecordStanding extends Place {
  readonly owner: OwnerKind
  readonly ownerId: number
  /** The person whom the archive is about. Null in lists, which do not load it; every action loads it. */
  readonly ownerPersonId: number | null
  readonly regime: Regime
  /** State of the pending revision, else 'approved' when effective, 'voided' when it was. */
  readonly state: State
  /** Whether an effective value exists. */
  readonly effective: boolean
  readonly holderInstitutionId: number | null
  readonly holderRole: number | null
  readonly submittedByPerson: number | null
  /** Whether nobody has acted since the last submission. */
  readonly untouched: boolean
  /** Level of the last step of the record's chain, for voiding. */
  readonly lastLevel: Level | null
  /** Whether the teacher has fields of their own in what the institution writes (a self-assessment). */
  readonly contributes: boolean
  /** Whether only an authority above the institution writes it (a staffing quota). */
  readonly keptAbove: boolean
  /** Identity that may still take back its approval, within the time for undoing. */
  readonly undoableBy: number | null
}

type ScopeColumn = 'ownerId' | 'institutionId' | 'districtId' | 'cityId' | 'provinceId'

/** Scope by place: one equality on a column of every scoped row. */
export interface Region {
  readonly column: ScopeColumn
  readonly value: number
}

/**
 * Scope by assignment: rows that were assigned to a person (an expert's packets). Such rows lie outside every
 * region.
 */
export interface AssignedScope {
  readonly column: 'assigned'
  readonly personId: number
}

/** What may bound the rows an actor sees. */
export type Scope = Region | AssignedScope

/** The scope of what was assigned to the actor, whatever their role. */
export const assignedTo = (actor: Actor): AssignedScope => ({ column: 'assigned', personId: actor.personId })

/** The one equality that bounds what an actor may see; null: nothing. */
export function scopeOf(actor: Actor): Region | null {
  if (actor.role === 2) return actor.teacherId === null ? null : { column: 'ownerId', value: actor.teacherId }
  if (actor.role === 3) return { column: 'institutionId', value: actor.institutionId }
  if (actor.role === 4) return { column: 'districtId', value: actor.institutionId }
  if (actor.role === 5) return { column: 'cityId', value: actor.institutionId }
  if (actor.role === 6) return { column: 'provinceId', value: actor.institutionId }
  return null
}

/** Whether a row lies within the actor's scope. A teacher has no scope over what an institution owns. */
export function inScope(actor: Actor, row: Pick<RecordStanding, 'owner' | 'ownerId' | keyof Place>): boolean {
  const scope = scopeOf(actor)
  if (scope === null || (actor.role === 2 && row.owner !== 'teacher')) return false
  return row[scope.column] === scope.value
}

/** What makes an actor entitled to a record; the words are explained at `grants`. */
export type Relation =
  | 'self'
  | 'contributor'
  | 'institution'
  | 'superior'
  | 'holder'
  | 'below'
  | 'closer'
  | 'approver'

/** One line of the permission table: who may do what to records of which regime in which state. */
export interface Grant {
  readonly verb: Verb
  readonly regimes: readonly Regime[]
  readonly who: readonly Relation[]
  /** States of the record; 'none' for a record that does not exist yet. */
  readonly states: readonly (State | 'none')[]
}

const mendable = ['draft', 'returned', 'withdrawn', 'rejected'] as const
const settled = ['approved'] as const
const anyState = ['draft', 'inReview', 'returned', 'withdrawn', 'rejected', 'approved'] as const

/**
 * Every permission to change a record. Deny unless listed here. `self`: the teacher the record is about ·
 * `contributor`: the same, where some fields of a recorded record are theirs · `institution`: the school that
 * keeps it (role 3) · `superior`: role 4–6 with the record in scope · `holder`: role and institution that
 * hold the current step, and not the submitter · `below`: an office of a lower level than the one that holds
 * it · `closer`: the level of the chain's last step or above it · `approver`: who passed it, within the time
 * for undoing.
 */
export const grants: readonly Grant[] = [
  { verb: 'create', regimes: ['reviewed', 'own'], who: ['self'], states: ['none'] },
  { verb: 'create', regimes: ['recorded', 'mixed'], who: ['institution', 'superior'], states: ['none'] },
  { verb: 'edit', regimes: ['reviewed', 'mixed'], who: ['self'], states: [...mendable, ...settled] },
  { verb: 'edit', regimes: ['own'], who: ['self'], states: settled },
  { verb: 'edit', regimes: ['recorded'], who: ['institution', 'superior', 'contributor'], states: settled },
  { verb: 'edit', regimes: ['mixed'], who: ['institution', 'superior'], states: anyState },
  { verb: 'delete', regimes: ['reviewed', 'mixed'], who: ['self'], states: mendable },
  { verb: 'delete', regimes: ['own'], who: ['self'], states: settled },
  { verb: 'submit', regimes: ['reviewed', 'mixed'], who: ['self'], states: ['draft', 'withdrawn'] },
  { verb: 'withdraw', regimes: ['reviewed', 'mixed'], who: ['self'], states: ['inReview'] },
  { verb: 'urge', regimes: ['reviewed', 'mixed'], who: ['self', 'below'], states: ['inReview'] },
  { verb: 'remark', regimes: ['reviewed', 'mixed'], who: ['self', 'holder'], states: ['inReview'] },
  { verb: 'approve', regimes: ['reviewed', 'mixed'], who: ['holder'], states: ['inReview'] },
  { verb: 'return', regimes: ['reviewed', 'mixed'], who: ['holder'], states: ['inReview'] },
  { verb: 'reject', regimes: ['reviewed', 'mixed'], who: ['holder'], states: ['inReview'] },
  { verb: 'appeal', regimes: ['reviewed', 'mixed'], who: ['self'], states: ['rejected'] },
  { verb: 'void', regimes: ['reviewed'], who: ['closer'], states: settled },
  { verb: 'void', regimes: ['own'], who: ['self'], states: settled },
  { verb: 'void', regimes: ['recorded'], who: ['institution', 'superior'], states: settled },
  { verb: 'undo', regimes: ['reviewed', 'mixed'], who: ['approver'], states: ['approved', 'inReview'] },
]

/**
 * How an office in whose scope a record lies stands to it. What is kept above, its own institution only
 * reads.
 */
function officeOver(
  actor: Actor,
  { keptAbove, institutionId }: Pick<RecordStanding, 'keptAbove' | 'institutionId'>,
): readonly Relation[] {
  if (keptAbove && institutionId === actor.institutionId) return []
  return [actor.role === 3 ? 'institution' : 'superior']
}

/** Every way an actor stands to a record; empty when it is out of scope. */
export function relationsOf(actor: Actor, row: RecordStanding): readonly Relation[] {
  if (actor.readsOnly || !inScope(actor, row)) return []
  if (actor.role === 2) return row.contributes ? ['self', 'contributor'] : ['self']
  // An officer who is also a teacher here has no office over their own archive.
  if (row.ownerPersonId === actor.personId) return []
  const found: Relation[] = [...officeOver(actor, row)]
  const holder = { institutionId: row.holderInstitutionId, role: row.holderRole }
  if (holds(actor, holder) && row.submittedByPerson !== actor.personId) found.push('holder')
  if (row.holderRole !== null && row.holderRole > actor.role) found.push('below')
  if (row.lastLevel !== null && actor.role >= roleOfLevel[row.lastLevel]) found.push('closer')
  if (row.undoableBy === actor.identityId) found.push('approver')
  return found
}

/** Decides one verb on one existing record. Pure; the same on both sides. */
export function can(actor: Actor, verb: Verb, row: RecordStanding): boolean {
  if (verb === 'withdraw' && !row.untouched) return false
  const relations = relationsOf(actor, row)
  return grants.some(
    (g) =>
      g.verb === verb &&
      g.regimes.includes(row.regime) &&
      g.states.includes(row.state) &&
      g.who.some((who) => relations.includes(who)),
  )
}

/**
 * Why a verb is refused: 'state' when such an actor may do it to such a record in another state, else
 * 'actor'. Whoever reviews counts as a possible holder, approver and office below it, so that the loser of a
 * race hears that somebody was faster.
 */
export function refusal(actor: Actor, verb: Verb, row: RecordStanding): 'state' | 'actor' {
  const relations = relationsOf(actor, row)
  const may: readonly Relation[] =
    actor.role === 2 ? relations : [...relations, 'holder', 'below', 'approver']
  const grant = grants.find(
    (g) => g.verb === verb && g.regimes.includes(row.regime) && g.who.some((w) => may.includes(w)),
  )
  if (!grant) return 'actor'
  return grant.states.includes(row.state) && !relations.includes('self') ? 'actor' : 'state'
}

/** The verbs an actor may use on a record, in the order of `verbs`. */
export function allowed(actor: Actor, row: RecordStanding): Verb[] {
  const relations = relationsOf(actor, row)
  if (relations.length === 0) return []
  const found = grantsOf(row.regime, row.state)
    .filter((g) => g.who.some((who) => relations.includes(who)))
    .map((g) => g.verb)
  return asked.filter((verb) => found.includes(verb) && (verb !== 'withdraw' || row.untouched))
}

const asked = [
  'edit',
  'delete',
  'submit',
  'withdraw',
  'urge',
  'remark',
  'approve',
  'return',
  'reject',
  'appeal',
  'void',
  'undo',
] as const
const byState = new Map<string, readonly Grant[]>()

/** The grants for records of a regime in a state. Kept, because every row of a list asks for them. */
function grantsOf(regime: Regime, state: State): readonly Grant[] {
  const key = `${regime} ${state}`
  const known =
    byState.get(key) ?? grants.filter((g) => g.regimes.includes(regime) && g.states.includes(state))
  byState.set(key, known)
  return known
}

/** Whether an actor may create a record for an owner that lies in `row`'s place. */
export function canCreate(
  actor: Actor,
  row: Pick<RecordStanding, 'owner' | 'ownerId' | 'ownerPersonId' | 'regime' | 'keptAbove' | keyof Place>,
): boolean {
  if (actor.readsOnly || !inScope(actor, row)) return false
  if (actor.role !== 2 && row.ownerPersonId === actor.personId) return false
  const relations: readonly Relation[] = actor.role === 2 ? ['self'] : officeOver(actor, row)
  return grants.some(
    (g) =>
      g.verb === 'create' && g.regimes.includes(row.regime) && g.who.some((who) => relations.includes(who)),
  )
}

/**
 * Whether an actor may see a pending value. Drafts and withdrawn ones are the owner's alone; what was
 * submitted is seen by every level in whose scope it lies.
 */
export function seesPending(actor: Actor, state: State): boolean {
  return actor.role === 2 || state === 'inReview' || state === 'returned' || state === 'rejected'
}
