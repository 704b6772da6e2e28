import { lengthOf, within, type Stretch, type Stretches } from './stretches.ts'

/** A question at a second of a recording, about the passage before it. */
export interface Checkpoint {
  readonly no: number
  readonly second: number
  readonly passage: Stretch
  readonly required: boolean
}

/** The share of a passage that has to be seen before its question is answered. */
const passageShare = 0.8

/** Seconds of a recording that have to be seen: the share of it in per cent, rounded up. */
export const neededOf = (length: number, threshold: number): number => Math.ceil((threshold * length) / 100)

/** Seconds of the passage of a question that are seen, and those that are needed to answer it. */
export function passageOf(
  { passage }: Pick<Checkpoint, 'passage'>,
  seen: Stretches,
): { readonly seen: number; readonly needed: number } {
  const [from, to] = passage
  return { seen: lengthOf(within(seen, passage)), needed: Math.ceil(passageShare * (to - from)) }
}

/** The numbers of the questions that were answered right. */
export const rightAmong = (
  answers: readonly { readonly no: number; readonly rightAt: string | null }[],
): ReadonlySet<number> => new Set(answers.flatMap(({ no, rightAt }) => (rightAt === null ? [] : [no])))

/** What is missing until a lesson is complete: seconds, and questions that have to be answered right. */
export function missingOf(
  terms: { readonly needed: number; readonly checkpoints: readonly Checkpoint[] },
  seen: Stretches,
  right: ReadonlySet<number>,
): { readonly seconds: number; readonly checkpoints: readonly Checkpoint[] } {
  return {
    seconds: Math.max(0, terms.needed - lengthOf(seen)),
    checkpoints: terms.checkpoints.filter(({ no, required }) => required && !right.has(no)),
  }
}

/**
 * The first question that play passed between two looks at the player; null for none. A jump passes nothing:
 * what it leaves behind stays unanswered.
 * @param before the position at the last look, in seconds
 * @param now the position at this one
 * @param jumped whether somebody moved the position meanwhile
 */
export function passedBetween<C extends Pick<Checkpoint, 'second' | 'no'>>(
  checkpoints: readonly C[],
  answered: ReadonlySet<number>,
  { before, now, jumped }: { readonly before: number; readonly now: number; readonly jumped: boolean },
): C | null {
  if (jumped) return null
  const due = checkpoints.filter(({ no, second }) => !answered.has(no) && before < second && second <= now)
  return due.toSorted((a, b) => a.second - b.second)[0] ?? null
}
