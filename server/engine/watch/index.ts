/**
 * Watched time of recordings: one clock for a person, seconds counted once, questions on the way, and why
 * something was not counted (docs/decisions/0205). What a lesson is, its feature says.
 */
export { answerCheckpoint, settle } from './answers.ts'
export { type HeardBeat, type PersonBeat } from './bundle.ts'
export { gatherBeats, type Beats } from './gather.ts'
export { openSession } from './open.ts'
export { passWatched } from './pass.ts'
export { keyOf, type AskedCheckpoint, type WatchedLesson, type WatchKey, type WatchSource } from './source.ts'
export { watchViewOf, whyOf } from './view.ts'
export { begunBy, completedBy, forgetSessions, standingsOf, type LessonStanding } from './why.ts'
