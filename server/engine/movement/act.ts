import type { Account, LastDay, Membership } from '../directory/index.ts'
import type { Post, WithdrawnFor } from '../records/index.ts'

/** What every act on a person says of itself. */
export interface Act {
  readonly teacherId: number
  /** What caused it, `transfer:<case>`; an act is taken back by it. At most 60 characters. */
  readonly cause: string
  /** The identity that decided; left out when the clock did. */
  readonly by?: number | undefined
}

/** The kinds of acts, as the ledger keeps them. */
export type ActName = 'move' | 'end' | 'begin' | 'status' | 'teach' | 'endTeaching' | 'join'

/** What an act found: everything it changed, as it was. */
export interface Before {
  readonly status: string
  /** The institution that kept the archive. */
  readonly institutionId: number | null
  /** Memberships that the act opened. */
  readonly opened: readonly Pick<Membership, 'teacherId' | 'id'>[]
  /** Last days of memberships that it ended. */
  readonly ended: readonly LastDay[]
  /** Memberships that were to begin later, and now never do. */
  readonly removed: readonly Membership[]
  readonly accounts: readonly Account[]
  readonly withdrawn: readonly WithdrawnFor[]
  readonly posts: readonly Post[]
}

/** What became of one open matter of a person, in words for the list that both sides get. */
export interface HandoverLine {
  readonly kind: string
  readonly title: string
  readonly from: string
  readonly to: string
}

/** What an act did. */
export interface ActOutcome {
  readonly teacherId: number
  readonly handover: readonly HandoverLine[]
  /**
   * People who were signed out somewhere; the caller drops their sessions from its cache (`forgetPerson`).
   */
  readonly people: readonly number[]
}
