import type { Actor } from '../../../catalogue/access/access.ts'
import type { Queryable } from '../../engine/engine.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import type { RoomNeeds } from './room.ts'
import type { TakeOverNeeds } from './take-over.ts'

/** A lesson of a course, as features/courses takes it. */
interface LessonOfRecord {
  readonly title: string
  readonly fileId: string | null
  readonly captionsId: string | null
  readonly slidesId: null
  /** Whole seconds, where the film does not say it itself. */
  readonly seconds: number | null
}

/** What the calls and jobs of broadcasts work with. */
export interface LiveNeeds extends RoomNeeds, Omit<TakeOverNeeds, keyof RoomNeeds> {
  readonly publishing: PublishingNeeds
  /** Refuses a course that the actor's office does not keep. */
  readonly requireOwnCourse: (db: Queryable, actor: Actor, courseId: number) => Promise<void>
  /** Adds a lesson at the end of a course that the actor keeps. */
  readonly addLesson: (actor: Actor, courseId: number, lesson: LessonOfRecord) => Promise<void>
}
