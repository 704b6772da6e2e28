import type { Role } from '../../../catalogue/access/roles.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { WaitingCorrection } from '../../../catalogue/contract/archive/corrections.ts'
import type { CasesWaiting } from '../../../catalogue/contract/processes.ts'
import type { OpenConfirmation } from '../../../catalogue/contract/portal/reach.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'

/** Functions of other features for the workbench, from `app`. */
export interface WorkbenchTools {
  readonly unread: (actor: Actor, count: number) => Promise<Message[]>
  readonly linkOf: (
    type: string,
    recordId: string | null,
    where: 'section' | 'review' | 'office',
    role: Role,
  ) => string | null
  /**
   * Records of schools that wait for the actor to confirm them: how many, of which type, and the page that
   * lists them.
   */
  readonly confirmations: (
    actor: Actor,
  ) => Promise<{ readonly type: string; readonly count: number; readonly link: string }>
  /** Contents that the actor's institution has to confirm, earliest deadline first. */
  readonly unconfirmed: (actor: Actor) => Promise<readonly OpenConfirmation[]>
  /** Cases of processes that wait for the actor's office, by process. */
  readonly waitingCases: (actor: Actor) => Promise<CasesWaiting['list']>
  /** Contents that wait for the actor to agree before readers see them, by type. */
  readonly waitingContents: (actor: Actor) => Promise<
    readonly {
      readonly type: string
      readonly title: string
      readonly count: number
      readonly since: string
      /** Number of items beyond the time of their step. */
      readonly overdue: number
      readonly link: string
    }[]
  >
  /** Requests for correction that wait for the actor's office, oldest first. */
  readonly corrections: (actor: Actor) => Promise<readonly WaitingCorrection[]>
}
