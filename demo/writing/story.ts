import type { AnyRecord, Level } from '../../catalogue/define.ts'
import { pendingStates, type RouteStep, type State, type Station } from '../../catalogue/flows/review.ts'
import type { FieldFault } from '../../catalogue/errors.ts'
import type { Engine, Owner } from '../../server/engine/engine.ts'
import type { Values } from '../../server/engine/records/index.ts'
import type { Moment } from './moment.ts'

/** Who does something: an identity with its person and office. */
export interface Hand {
  readonly identityId: number
  readonly personId: number
  readonly role: number
  readonly institutionId: number
}

/** A row of `revision` in the making. Values are plain; they are sealed when the row is written out. */
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
export interface Pinned {
  readonly key: string
  readonly reason: string
}

/** A row of `revision_event`. */
export interface Line {
  readonly id: string
  readonly revisionId: string
  readonly at: Moment
  readonly by: Hand
  readonly action: string
  readonly step: number | null
  readonly level: Level | null
  readonly reason: string | null
  readonly fields: readonly Pinned[]
  readonly waitedSeconds: number | null
}

/** A row of `revision_look`. */
export interface Look {
  readonly identityId: number
  readonly revisionId: string
  readonly at: Moment
}

/** What the stories of a region share. */
export interface Desk {
  /** For the engine's own pure functions; its database is not asked. */
  readonly engine: Engine
  readonly anchor: number
  readonly newId: (moment: Moment) => string
  /** Institutions above an owner as the engine's `stationsOf` would find them for this submitter. */
  readonly stations: (owner: Owner, submitterPerson: number) => Station[]
  /**
   * Which values are judged first: all of them, or only those handed in within the last weeks, whose warnings
   * somebody will read. The tests judge all; a start of the portal need not do it again, and a benchmark
   * judges none.
   */
  readonly judged: 'all' | 'recent' | 'none'
}

/** One record with all that ever happened to it. */
export interface Story {
  readonly desk: Desk
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
  readonly kin: (type: string) => readonly Story[]
}

/** The revision that is somebody's business now. */
export function pendingOf(story: Story): Revision {
  const found = story.revisions.find(
    (r) => r.replacedAt === null && (pendingStates as readonly State[]).includes(r.state),
  )
  if (!found) throw new Error(`demo: nothing pending in ${story.definition.name}`)
  return found
}

/** The revision in force. */
export function effectiveOf(story: Story): Revision | undefined {
  return story.revisions.find((r) => r.state === 'approved' && r.supersededAt === null)
}

/** The value in force at a moment; null where there was none. */
export function valuesAt(story: Story, at: Moment): Values | null {
  for (let i = story.revisions.length - 1; i >= 0; i -= 1) {
    const revision = story.revisions[i]
    if (!revision || revision.appliedAt === null || revision.appliedAt > at) continue
    return revision.supersededAt === null || revision.supersededAt > at ? revision.value : null
  }
  return null
}

/** Numbers of the record's next revision. */
export function nextNumbers(story: Story): { no: number; editNo: number } {
  return {
    no: Math.max(0, ...story.revisions.map((r) => r.no)) + 1,
    editNo: Math.max(0, ...story.revisions.map((r) => r.editNo)) + 1,
  }
}

/** Writes a line of the timeline; times must run forward and lie in the past. */
export function tell(
  story: Story,
  line: Pick<Line, 'revisionId' | 'at' | 'by' | 'action'> &
    Partial<Pick<Line, 'step' | 'level' | 'reason' | 'fields'>>,
  waitedSince: Moment | null = null,
): void {
  const before = story.lines.at(-1)
  if ((before && before.at >= line.at) || line.at > 0) {
    throw new Error(`demo: ${story.definition.name} ${line.action} is out of order`)
  }
  story.lines.push({
    id: story.desk.newId(line.at),
    step: null,
    level: null,
    reason: null,
    fields: [],
    ...line,
    // As the engine's cast from numeric: rounded, not cut.
    waitedSeconds: waitedSince === null ? null : Math.round((line.at - waitedSince) / 1000),
  })
}
