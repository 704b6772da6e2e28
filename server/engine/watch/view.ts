import type { WatchView, WhyView } from '../../../catalogue/contract/watch.ts'
import { neededOf, passageOf } from '../../../catalogue/watch/completion.ts'
import { isCutReason } from '../../../catalogue/watch/rule.ts'
import { lengthOf, type Stretches } from '../../../catalogue/watch/stretches.ts'
import type { Queryable } from '../engine.ts'
import { answersOf, completionOf, lessonStates, waitsUntil, type AnswerRow } from './answers.ts'
import { nowOf } from './clock.ts'
import type { AskedCheckpoint, WatchedLesson, WatchKey } from './source.ts'
import { unseen } from './state-rows.ts'
import { explained } from './why.ts'

/** How a person stands with a lesson: what counts, where to go on, its questions without their answers. */
export async function watchViewOf(db: Queryable, key: WatchKey, lesson: WatchedLesson): Promise<WatchView> {
  const states = await lessonStates(db, key)
  const state = states.find(({ mediaNo }) => mediaNo === key.mediaNo) ?? unseen(key)
  const answers = new Map((await answersOf(db, key)).map((one) => [one.no, one]))
  const now = await nowOf(db)
  const { length, cap, lateMinutes } = lesson.terms
  const completeAt = completionOf(states)
  return {
    kind: key.kind,
    lesson: key.lessonId,
    length,
    cap,
    lateMinutes,
    needed: neededOf(length, lesson.threshold),
    seconds: lengthOf(state.seen),
    seen: state.seen,
    played: state.played,
    again: state.again,
    resume: state.device === '' ? null : { at: state.resumeAt, device: state.device },
    completeAt,
    replaced:
      completeAt === null && states.some(({ mediaNo, seen }) => mediaNo < key.mediaNo && seen.length > 0),
    checkpoints: lesson.checkpoints.map((one) => shown(one, answers.get(one.no), state.seen, now)),
  }
}

function shown(question: AskedCheckpoint, answer: AnswerRow | undefined, seen: Stretches, now: number) {
  const { no, second, passage, kind, text, choices, required, hint } = question
  const { seen: passageSeen, needed: passageNeeded } = passageOf(question, seen)
  const wait = answer ? waitsUntil(answer) - now : 0
  return {
    no,
    second,
    passage,
    kind,
    text,
    choices,
    required,
    tries: answer?.tries ?? 0,
    rightAt: answer?.rightAt ?? null,
    hint: answer ? hint : '',
    waits: Math.max(0, Math.ceil(wait / 1_000)),
    passageSeen,
    passageNeeded,
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** What a person played of a lesson, opening by opening, and why some of it was not counted. */
export async function whyOf(db: Queryable, key: WatchKey, lesson: WatchedLesson): Promise<WhyView> {
  const [watch, sessions] = [await watchViewOf(db, key, lesson), await explained(db, key)]
  return {
    watch,
    sessions: sessions.map(({ cuts, openedAt, heardAt, ...session }) => ({
      ...session,
      openedAt: iso(openedAt),
      heardAt: iso(heardAt),
      cuts: cuts.flatMap(({ minute, reason, seconds }) =>
        isCutReason(reason) ? [{ minute: iso(minute), reason, seconds }] : [],
      ),
    })),
  }
}
