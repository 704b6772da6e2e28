import type { Actor } from '../../../catalogue/access/access.ts'
import {
  answerGiven,
  answerJudged,
  beatHeard,
  beatTold,
  lessonAsked,
  sessionOpened,
  sessionView,
  watchView,
  whyView,
  type BeatHeard,
} from '../../../catalogue/contract/watch.ts'
import type { z } from 'zod'
import { AppError } from '../../../catalogue/errors.ts'
import { lengthOf } from '../../../catalogue/watch/stretches.ts'
import type { Ground } from '../../engine/feature.ts'
import {
  answerCheckpoint,
  gatherBeats,
  keyOf,
  openSession,
  settle,
  watchViewOf,
  whyOf,
  type Beats,
  type WatchedLesson,
  type WatchKey,
  type WatchSource,
} from '../../engine/watch/index.ts'
import { note } from '../../platform/audit/note.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

export interface WatchingNeeds extends Pick<Ground, 'db' | 'actorOn'> {
  /** Lessons by their kind. */
  readonly watchSources: readonly WatchSource[]
}

type LessonAddress = z.output<typeof lessonAsked>

const url = '/api/v1/watch'
const learner = { access: [2], tag: '观看' } as const
const ofLesson = { ...learner, params: lessonAsked } as const

/** The calls of a player: a lesson is opened, tells what it played, and has its questions answered. */
export function watchRoutes(server: Server, needs: WatchingNeeds): void {
  const beats = gatherBeats(needs.db)
  readRoutes(server, needs)
  actRoutes(server, needs, beats)
  beatRoute(server, needs, beats)
}

/** The lesson that is asked for, with the key under which this teacher watches it. */
async function lessonOf(
  { db, watchSources }: WatchingNeeds,
  actor: Actor,
  { kind, lesson }: LessonAddress,
): Promise<{ source: WatchSource; found: WatchedLesson; key: WatchKey }> {
  const source = watchSources.find((one) => one.kind === kind)
  if (!source) throw new AppError('missing')
  const found = await source.lessonFor(db, actor, lesson)
  return { source, found, key: keyOf(actor, found) }
}

function readRoutes(server: Server, needs: WatchingNeeds): void {
  const { db, actorOn } = needs
  register(server, {
    ...ofLesson,
    method: 'GET',
    url: `${url}/:kind/:lesson`,
    summary: '一个课时本人看了多少、从哪里接着看、检查题',
    answer: watchView,
    handle: async ({ params }, request) => {
      const { found, key } = await lessonOf(needs, actorOn(request), params)
      return watchViewOf(db, key, found)
    },
  })
  register(server, {
    ...ofLesson,
    method: 'GET',
    url: `${url}/:kind/:lesson/why`,
    summary: '本人放了多少、计入多少，没计入的为什么',
    answer: whyView,
    handle: async ({ params }, request) => {
      const { found, key } = await lessonOf(needs, actorOn(request), params)
      return whyOf(db, key, found)
    },
  })
}

function actRoutes(server: Server, needs: WatchingNeeds, beats: Beats): void {
  const { db, actorOn } = needs
  register(server, {
    ...ofLesson,
    method: 'POST',
    url: `${url}/:kind/:lesson/sessions`,
    summary: '打开一个课时；从这时起只有这里计时',
    perMinute: 60,
    body: sessionOpened,
    answer: sessionView,
    handle: async ({ params, body: { device } }, request) => {
      const actor = actorOn(request)
      const { source, found, key } = await lessonOf(needs, actor, params)
      const session = await openSession(db, key, found, device)
      // Whoever had seen enough before the terms were made easier is complete now.
      await settle(db, source, actor, found)
      return { session, next: beats.nextIn(), view: await watchViewOf(db, key, found) }
    },
  })
  register(server, {
    ...ofLesson,
    method: 'POST',
    url: `${url}/:kind/:lesson/answers`,
    summary: '回答一道检查题；看过它前面的一段才能答',
    perMinute: 60,
    body: answerGiven,
    answer: answerJudged,
    handle: async ({ params, body }, request) => {
      const actor = actorOn(request)
      const { source, found, key } = await lessonOf(needs, actor, params)
      const right = await answerCheckpoint(db, actor, found, body)
      if (right) await settle(db, source, actor, found)
      return { right, view: await watchViewOf(db, key, found) }
    },
  })
}

function beatRoute(server: Server, { db, actorOn, watchSources }: WatchingNeeds, beats: Beats): void {
  register(server, {
    ...learner,
    method: 'POST',
    url: `${url}/beat`,
    summary: '报告放过的秒数：没有确认收到的全部再报；同一序号只计一次',
    perMinute: 240,
    body: beatTold,
    answer: beatHeard,
    handle: async ({ body }, request): Promise<BeatHeard> => {
      const actor = actorOn(request)
      const heard = await beats.hear({ ...body, ownerId: actor.teacherId ?? 0 })
      if (!heard) {
        await note(db, { by: actor.identityId, action: 'watch.foreign', facts: { session: body.session } })
        throw new AppError('missing', { message: '没有本次观看，请重新打开课时' })
      }
      const { session, state, busy, gained } = heard
      let { completeAt } = heard
      const { kind, lessonId } = session
      const seconds = lengthOf(state.seen)
      const source = watchSources.find((one) => one.kind === kind)
      if (source && completeAt === null && gained > 0 && seconds >= session.needed) {
        const lesson = await stillThere(source.lessonFor(db, actor, lessonId))
        if (lesson) completeAt = await settle(db, source, actor, lesson)
      }
      return {
        seq: session.seq,
        next: beats.nextIn(),
        busy,
        gained,
        seconds,
        seen: state.seen,
        played: state.played,
        again: state.again,
        completeAt,
      }
    },
  })
}

/** A lesson; null where it was taken down meanwhile: what was seen is kept, and gives nothing. */
async function stillThere(asked: Promise<WatchedLesson>): Promise<WatchedLesson | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AppError && error.code === 'missing') return null
    throw error
  }
}
