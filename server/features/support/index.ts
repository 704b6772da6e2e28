import { z } from 'zod'
import { ratedDraft, reviewedComments } from '../../../catalogue/contract/comments.ts'
import {
  commentDecision,
  commentParams,
  lessonCommentsAsked,
  lessonParams,
  supportComments,
  supportCommentsAsked,
  supportHome,
} from '../../../catalogue/contract/support.ts'
import { postForReview, shownComments } from '../../engine/comments/index.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import { agreementList } from './agreements/export.ts'
import { agreementReading, agreementWork } from './agreements/routes.ts'
import { readGoals, type ReadingNeeds } from './agreements/readings.ts'
import { commentsOf, decide, kind, lessonFor } from './comments.ts'
import { entryRoutes } from './entries/routes.ts'
import { tellOfSilence } from './entries/silence.ts'
import { homeOf } from './home.ts'
import { needList } from './needs/export.ts'
import { needRoutes } from './needs/routes.ts'
import { planRoutes } from './plans/routes.ts'

export { entryEffects, entryJudges } from './entries/effects.ts'
export { confirmedFigures, type FigureScope, type Period } from './entries/figures.ts'
export { draftFromActivity, requireNoEntry } from './entries/from-activity.ts'
export { beginEntry } from './entries/routes.ts'
export { needEffects } from './needs/effects.ts'
export { needJudges } from './needs/judges.ts'
export { beginOffer } from './needs/routes.ts'

export { waitingPairs } from './waiting.ts'
export { pairEffects, pairJudges } from './agreements/effects.ts'
export { pairsOf, type Pair } from './agreements/pairs.ts'
export { readGoals, type ReadingNeeds } from './agreements/readings.ts'

interface Needs extends Pick<Ground, 'db' | 'actorOn' | 'notify'>, Pick<ReadingNeeds, 'readFigure'> {
  /** An insert of messages to identities: identity, kind, title and link of each row. */
  readonly insertMessages: (rows: Sql) => Sql
  readonly processing: CaseNeeds
}

const tag = '对口帮扶'
const offices = [5, 6] as const

/**
 * 对口帮扶: agreements of pairs with their goals (docs/decisions/0211), its home, and comments of lessons that an
 * office lets through (docs/decisions/0181).
 */
export const support: Feature<Needs> = {
  name: 'support',
  exports: ({ db }) => [agreementList(db), needList({ db })],
  jobs: (needs) => [
    {
      name: 'support.goals',
      label: '结对目标读数',
      every: 20,
      run: (stopping) => readGoals(needs, stopping),
    },
    {
      name: 'support.silence',
      label: '帮扶台账久未确认提醒',
      every: 3_600,
      run: (stopping) => tellOfSilence(needs, stopping),
    },
  ],
  routes: (server, needs) => {
    agreementReading(server, needs)
    agreementWork(server, needs)
    planRoutes(server, needs)
    lessonRoutes(server, needs)
    officeRoutes(server, needs)
    needRoutes(server, needs)
    entryRoutes(server, needs)
  },
}

function lessonRoutes(server: Server, { db, actorOn }: Needs): void {
  const ofLesson = { url: '/api/v1/support/lesson/:id/comment', tag, params: lessonParams } as const
  register(server, {
    ...ofLesson,
    method: 'GET',
    access: 'anyone',
    summary: '一件帮扶课例已显示的评论和平均分',
    query: lessonCommentsAsked,
    answer: reviewedComments,
    handle: async ({ params: { id }, query }, request) => {
      await lessonFor(db, request.actor, id)
      return shownComments(db, { kind, id }, query)
    },
  })
  register(server, {
    ...ofLesson,
    method: 'POST',
    access: [2, 3, 4, 5, 6],
    summary: '评论一件帮扶课例，可以评分；审核后显示',
    body: ratedDraft,
    answer: z.object({ id: z.string() }),
    perMinute: 20,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await lessonFor(db, actor, id)
      return { id: await db.transaction((tx) => postForReview(tx, actor, { kind, id }, body)) }
    },
  })
}

function officeRoutes(server: Server, { db, actorOn, insertMessages }: Needs): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/support/comment',
    access: offices,
    tag,
    summary: '课例评论：本单位的课例，省看全部下级的',
    query: supportCommentsAsked,
    answer: supportComments,
    handle: ({ query }, request) => commentsOf(db, actorOn(request), query),
  })
  register(server, {
    method: 'PUT',
    url: '/api/v1/support/comment/:id',
    access: offices,
    tag,
    summary: '显示或屏蔽一条评论；屏蔽须写理由，作者会收到',
    params: commentParams,
    body: commentDecision,
    answer: z.literal(true),
    handle: async ({ params: { id }, body: { status, reason } }, request) => {
      const actor = actorOn(request)
      const why = status === '1' ? null : reason
      await db.transaction(async (tx) => {
        const { personId, changed } = await decide(tx, actor, id, why)
        if (!changed || why === null) return
        await tx.execute(
          insertMessages(sql`
            select a.id, '1', ${`您的一条课例评论没有显示：${why}`}, null
            from identity a where a.person_id = ${personId} and a.state = 'enabled'`),
        )
      })
      return true as const
    },
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/support/home',
    access: offices,
    tag,
    summary: '帮扶首页：等本单位办理的、各类内容的数量、轮播、最新、受援地区',
    answer: supportHome,
    handle: (_, request) => homeOf(db, actorOn(request)),
  })
}
