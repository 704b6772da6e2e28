import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { missingOf, neededOf, passageOf, rightAmong } from '../../../catalogue/watch/completion.ts'
import { clockText } from '../../../catalogue/watch/words.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Database, Queryable, Tx } from '../engine.ts'
import { lockClocks, momentOf, ms, nowOf } from './clock.ts'
import { keyOf, type AskedCheckpoint, type WatchedLesson, type WatchKey, type WatchSource } from './source.ts'
import { stateOf, stateRows, type StateRow } from './state-rows.ts'

/** How somebody stands with a question. */
export interface AnswerRow {
  readonly no: number
  readonly tries: number
  /** ms. */
  readonly triedAt: number
  /** ISO 8601; null until it was right. */
  readonly rightAt: string | null
}

export const answersOf = (db: Queryable, key: WatchKey): Promise<AnswerRow[]> =>
  db.query<AnswerRow>(sql`
    select no, tries, ${ms(sql`tried_at`)} as "triedAt", right_at as "rightAt"
    from watch_answer
    where owner_id = ${key.ownerId} and kind = ${key.kind} and lesson_id = ${key.lessonId}::uuid
      and media_no = ${key.mediaNo}
    order by no`)

/** Wrong answers after which the next one waits, and for how long, in ms. */
const freeTries = 2
const pauseMs = 60_000

/** Until when somebody waits before the next try, in ms; 0 where nobody waits. */
export const waitsUntil = ({ tries, triedAt, rightAt }: AnswerRow): number =>
  rightAt === null && tries > freeTries ? triedAt + pauseMs : 0

/**
 * Answers a question of a lesson: once its passage is seen, with a pause from the third wrong answer on.
 * @param choice positions of the chosen answers
 * @returns whether it is right
 */
export const answerCheckpoint = (
  db: Database,
  actor: Actor,
  lesson: WatchedLesson,
  { no, choice }: { readonly no: number; readonly choice: readonly number[] },
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const question = lesson.checkpoints.find((one) => one.no === no)
    if (!question) throw new AppError('missing', { message: '该检查题已经没有了，请刷新页面' })
    const key = keyOf(actor, lesson)
    await lockClocks(tx, [key.ownerId])
    await requireSeen(tx, key, question)
    const before = (await answersOf(tx, key)).find((one) => one.no === no)
    const wait = before ? waitsUntil(before) - (await nowOf(tx)) : 0
    if (wait > 0)
      throw new AppError('wrongState', { message: `请再看一看这一段，${Math.ceil(wait / 1_000)} 秒以后再答` })
    const chosen = [...new Set(choice)].toSorted((a, b) => a - b)
    const isRight = chosen.join() === question.right.join()
    await keepAnswer(tx, key, no, isRight)
    return isRight
  })

async function requireSeen(tx: Tx, key: WatchKey, question: AskedCheckpoint): Promise<void> {
  const { seen, needed } = passageOf(question, (await stateOf(tx, key)).seen)
  if (seen >= needed) return
  const [from, to] = question.passage
  throw new AppError('wrongState', {
    message: `先看 ${clockText(from)}–${clockText(to)}：这一段已看 ${seen} 秒，看满 ${needed} 秒才能答`,
  })
}

async function keepAnswer(tx: Tx, key: WatchKey, no: number, isRight: boolean): Promise<void> {
  await tx.execute(sql`
    insert into watch_answer (owner_id, kind, lesson_id, media_no, no, tries, tried_at, right_at)
    select ${key.ownerId}::int, ${key.kind}, ${key.lessonId}::uuid, ${key.mediaNo}::smallint, ${no}::smallint, 1, t.at,
      case when ${isRight}::boolean then t.at end
    from (select clock_timestamp() as at) t
    on conflict (owner_id, kind, lesson_id, media_no, no) do update
    set tries = watch_answer.tries + case when watch_answer.right_at is null then 1 else 0 end,
      tried_at = excluded.tried_at, right_at = coalesce(watch_answer.right_at, excluded.right_at)`)
}

/**
 * Completes a lesson for somebody who has seen enough and answered its questions; whoever completed an earlier
 * recording of it stays complete. What follows from it happens once, in the same transaction.
 * @returns when it was completed, now or before, ISO 8601; null while something is missing
 */
export async function settle(
  db: Database,
  source: WatchSource,
  actor: Actor,
  lesson: WatchedLesson,
): Promise<string | null> {
  const key = keyOf(actor, lesson)
  const before = await standingOf(db, lesson, key)
  if (!before.isReady) return before.completeAt
  return db.transaction(async (tx) => {
    await lockClocks(tx, [key.ownerId])
    const { isReady, completeAt } = await standingOf(tx, lesson, key)
    if (!isReady) return completeAt
    const now = await nowOf(tx)
    await tx.execute(sql`
      update watch_state set complete_at = ${momentOf(sql`${now}::float8`)}
      where owner_id = ${key.ownerId} and kind = ${key.kind} and lesson_id = ${key.lessonId}::uuid
        and media_no = ${key.mediaNo}`)
    await source.completed(tx, actor, lesson)
    return new Date(now).toISOString()
  })
}

/** When a lesson was completed; where it was not, whether nothing is missing any more. */
async function standingOf(
  db: Queryable,
  lesson: WatchedLesson,
  key: WatchKey,
): Promise<{ readonly completeAt: string | null; readonly isReady: boolean }> {
  const states = await lessonStates(db, key)
  const completeAt = completionOf(states)
  const state = states.find(({ mediaNo }) => mediaNo === key.mediaNo)
  if (completeAt !== null || !state) return { completeAt, isReady: false }
  const answers = await answersOf(db, key)
  const needed = neededOf(lesson.terms.length, lesson.threshold)
  const missing = missingOf({ ...lesson, needed }, state.seen, rightAmong(answers))
  return { completeAt, isReady: missing.seconds === 0 && missing.checkpoints.length === 0 }
}

/** When a lesson was completed, with whichever of its recordings; null while it is not. */
export const completionOf = (states: readonly StateRow[]): string | null =>
  states.find(({ completeAt }) => completeAt !== null)?.completeAt ?? null

/** What a person has seen of all recordings of a lesson. */
export const lessonStates = (db: Queryable, key: Omit<WatchKey, 'mediaNo'>) =>
  stateRows(db, sql`owner_id = ${key.ownerId} and kind = ${key.kind} and lesson_id = ${key.lessonId}::uuid`)
