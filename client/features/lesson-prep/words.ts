import type { PrepLine, PrepNote } from '../../../catalogue/contract/preps.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { newUuid } from '../../engine/uuid.ts'
import { today } from '../../platform/format.ts'
import { firstParts, type Plan } from '../../../catalogue/preps/plan.ts'

/** What a plan begins with. */
export const firstPlan = (): Plan => firstParts.map((part) => ({ id: newUuid(), part, text: '' }))

/** Stage, grade and subject in one line. */
export const aboutText = ({
  schoolStage,
  grade,
  subject,
}: Pick<PrepLine, 'schoolStage' | 'grade' | 'subject'>): string =>
  [
    labelOf('schoolStage', schoolStage),
    grade === null ? '' : labelOf('grade', grade),
    labelOf('subject', subject),
  ]
    .filter((word) => word !== '')
    .join('　')

/** Today as '2026-11-28': the day that a page head begins with. */
export const thisDay = (): string => today().slice(0, 10)

/** The week of a Monday: 11月30日–12月6日. */
export function weekText(monday: string): string {
  const sunday = new Date(Date.parse(`${monday}T00:00:00Z`) + 6 * 86_400_000).toISOString()
  const short = (day: string) => `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`
  return `${short(monday)}–${short(sunday)}`
}

/** Whether the week has begun and nothing was agreed for it. */
export const isLate = ({ state, week }: Pick<PrepLine, 'state' | 'week'>, day: string): boolean =>
  week <= day && state !== 'agreed' && state !== 'archived'

/** A note with its answers below it. */
export interface NoteThread {
  readonly note: PrepNote
  readonly answers: readonly PrepNote[]
}

/** The notes by the block they hang on; those of blocks that the plan has no longer are under ''. */
export function threadsOf(notes: readonly PrepNote[], blocks: Plan): ReadonlyMap<string, NoteThread[]> {
  const there = new Set(blocks.map(({ id }) => id))
  const threads = new Map<string, NoteThread[]>()
  for (const note of notes) {
    if (note.answers !== null) continue
    const at = there.has(note.block) ? note.block : ''
    const answers = notes.filter((one) => one.answers === note.id)
    threads.set(at, [...(threads.get(at) ?? []), { note, answers }])
  }
  return threads
}
