import type { AnyRecord, Level } from '../../../catalogue/define.ts'
import { pendingStates, type RouteStep, type State, type Station } from '../../../catalogue/flows/review.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import type { Engine, EventName, Owner } from '../engine.ts'
import type { Values } from '../records/index.ts'
import type { ChainInForce } from '../ways/index.ts'
import type { Moment } from './moment.ts'

/** The person who writes, submits or decides. */
export interface Mover {
  readonly identityId: number
  readonly personId: number
  readonly role: number
  readonly institutionId: number
}

/** A person who acts, and the moment. */
export interface Move {
  readonly by: Mover
  readonly at: Moment
}

/** A row of `revision` that the load builds. Values are plain; writing the row seals them. */
export interface Revision {
  readonly id: string
  readonly no: number
  readonly baseVersion: number
  value: Values
  attachments: readonly string[]
  state: State
  flowVersion: number | null
  route: readonly RouteStep[] | null
  step: number | null
  holder: { readonly institutionId: number; readonly role: number } | null
  holderSince: Moment | null
  returnStep: number | null
  appealed: boolean
  notBy: number | null
  submittedAt: Moment | null
  submittedBy: number | null
  decidedAt: Moment | null
  appliedVersion: number | null
  appliedAt: Moment | null
  supersededAt: Moment | null
  replacedAt: Moment | null
  editNo: number
  readonly previousId: string | null
  readonly byIdentity: number
  changed: readonly string[]
  warnings: readonly FieldFault[]
  readonly createdAt: Moment
  updatedAt: Moment
}

/** A reason pinned to a field. */
export interface FieldReason {
  readonly key: string
  readonly reason: string
}

/** A row of `revision_event`. */
export interface Line {
  readonly id: string
  readonly revisionId: string
  readonly at: Moment
  readonly by: Mover
  readonly action: string
  /** What the audit and the outbox call it (`announceLives`). */
  readonly event: EventName
  /** No event: a draft is visible to its owner only. */
  readonly quiet: boolean
  /** The office that holds the item from now on. */
  readonly holder: { readonly institutionId: number; readonly role: number } | null
  readonly step: number | null
  readonly level: Level | null
  readonly reason: string | null
  readonly fields: readonly FieldReason[]
  readonly waitedSeconds: number | null
}

/** A row of `revision_look`. */
export interface Look {
  readonly identityId: number
  readonly revisionId: string
  readonly at: Moment
}

/** What all lives of a load share. */
export interface Load {
  /** Engine for its pure functions; nothing reads its database. */
  readonly engine: Pick<Engine, 'records' | 'keys' | 'sortForm'>
  /** The start of a day in Asia/Shanghai, in milliseconds of the epoch. Moments count from it. */
  readonly anchor: number
  /** Nothing happens after this moment. */
  readonly latest: Moment
  readonly newId: (moment: Moment) => string
  /** The chain in force for an owner's records of a type. */
  readonly chain: (definition: AnyRecord, owner: Owner) => Pick<ChainInForce, 'version' | 'chain'>
  /** Institutions above an owner, as `stationsOf` would find them for this submitter. */
  readonly stations: (owner: Owner, submitterPerson: number) => readonly Station[]
  /**
   * Which values are examined before they are submitted or take effect: all, only those of the last weeks, or
   * none. A repeated load need not examine values that passed the rules before.
   */
  readonly judged: 'all' | 'recent' | 'none'
}

/** One record with everything that happened to it. */
export interface RecordLife {
  readonly load: Load
  readonly definition: AnyRecord
  readonly owner: Owner
  readonly recordId: string
  readonly revisions: Revision[]
  readonly lines: Line[]
  readonly looks: Look[]
  /** Files in the order of their first use. */
  readonly files: Set<string>
  /** The typed row: the last effective value, who brought it into force, whether it was voided since. */
  row: {
    values: Values
    attachments: readonly string[]
    version: number
    recordedBy: number
    appliedAt: Moment
  } | null
  voidedAt: Moment | null
  /** The owner's records of a type, this one among them, for rules across records. */
  readonly kin: (type: string) => readonly RecordLife[]
}

/**
 * The chain of a database that nobody published chains in: as declared, the first version (`publishChains`).
 */
export const declaredChain: Load['chain'] = ({ review }) => ({ version: 1, chain: review?.chain ?? [] })

/** The revision that waits for its writer or for a reviewer. */
export const pendingIn = ({ revisions }: RecordLife): Revision | undefined =>
  revisions.find((r) => r.replacedAt === null && (pendingStates as readonly State[]).includes(r.state))

/** `pendingIn`; throws where there is none. */
export function pendingOf(life: RecordLife): Revision {
  const found = pendingIn(life)
  if (!found) throw new Error(`bulk: nothing pending in ${life.definition.name}`)
  return found
}

/** The revision in force. */
export function effectiveOf(life: RecordLife): Revision | undefined {
  return life.revisions.find((r) => r.state === 'approved' && r.supersededAt === null)
}

/** The value in force at a moment; null where there was none. */
export function valuesAt(life: RecordLife, at: Moment): Values | null {
  for (let i = life.revisions.length - 1; i >= 0; i -= 1) {
    const revision = life.revisions[i]
    if (!revision || revision.appliedAt === null || revision.appliedAt > at) continue
    return revision.supersededAt === null || revision.supersededAt > at ? revision.value : null
  }
  return null
}

/** Numbers of the record's next revision. */
export function nextNumbers(life: RecordLife): { no: number; editNo: number } {
  return {
    no: Math.max(0, ...life.revisions.map((r) => r.no)) + 1,
    editNo: Math.max(0, ...life.revisions.map((r) => r.editNo)) + 1,
  }
}

/**
 * Adds a line to the timeline. Throws when it lies before the line before it, or after the load's last
 * moment.
 */
export function tell(
  life: RecordLife,
  line: Move &
    Pick<Line, 'revisionId' | 'action' | 'event'> &
    Partial<Pick<Line, 'quiet' | 'holder' | 'step' | 'level' | 'reason' | 'fields'>>,
  waitedSince: Moment | null = null,
): void {
  const before = life.lines.at(-1)
  if ((before && before.at >= line.at) || line.at > life.load.latest) {
    throw new Error(`bulk: ${life.definition.name} ${line.action} is out of order`)
  }
  life.lines.push({
    id: life.load.newId(line.at),
    quiet: false,
    holder: null,
    step: null,
    level: null,
    reason: null,
    fields: [],
    ...line,
    // The journal's statement casts to integer, which rounds.
    waitedSeconds: waitedSince === null ? null : Math.round((line.at - waitedSince) / 1000),
  })
}
