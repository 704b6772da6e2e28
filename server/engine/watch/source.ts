import type { Actor } from '../../../catalogue/access/access.ts'
import type { Checkpoint } from '../../../catalogue/watch/completion.ts'
import type { WatchTerms } from '../../../catalogue/watch/rule.ts'
import type { Queryable, Tx } from '../engine.ts'

/** A question of a lesson with its right choices, which stay on the server. */
export interface AskedCheckpoint extends Checkpoint {
  readonly kind: 'single' | 'multiple' | 'judge'
  readonly text: string
  readonly choices: readonly string[]
  /** Positions of the right choices, ascending from 0. */
  readonly right: readonly number[]
  readonly hint: string
}

/** A lesson with its recording, and what it asks for. */
export interface WatchedLesson {
  readonly kind: string
  readonly lessonId: string
  /** The number of its recording: a replaced one has the next. */
  readonly mediaNo: number
  readonly terms: WatchTerms
  /** Per cent of the recording that have to be seen. */
  readonly threshold: number
  readonly checkpoints: readonly AskedCheckpoint[]
}

/** Lessons of one kind, as the feature that keeps them offers them. */
export interface WatchSource {
  readonly kind: string
  /** The lesson, if this teacher may learn it now; else `missing`. */
  readonly lessonFor: (db: Queryable, actor: Actor, lessonId: string) => Promise<WatchedLesson>
  /** Called once in the transaction in which somebody completes a lesson. */
  readonly completed: (tx: Tx, actor: Actor, lesson: WatchedLesson) => Promise<void>
}

/** What is watched: a recording of a lesson by a person. */
export interface WatchKey {
  readonly ownerId: number
  readonly kind: string
  readonly lessonId: string
  readonly mediaNo: number
}

/** The key of a lesson for the teacher who watches it. */
export const keyOf = ({ teacherId }: Actor, { kind, lessonId, mediaNo }: WatchedLesson): WatchKey => ({
  ownerId: teacherId ?? 0,
  kind,
  lessonId,
  mediaNo,
})
