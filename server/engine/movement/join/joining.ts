import type { PersonPlace } from '../../directory/index.ts'

/** One human with two numbers, and where they belong once there is one. */
export interface JoinedPerson {
  readonly kept: PersonPlace
  readonly joined: PersonPlace
  /** The institution that keeps the archive from now on; null where neither had one. */
  readonly home: number | null
  /** Institutions that had one of the two archives and have it no longer. */
  readonly leaves: readonly number[]
}
