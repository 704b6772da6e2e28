import type { z } from 'zod'
import { myReviewPage, myReviewsQuery } from '../../../catalogue/contract/archive/my-reviews.ts'
import { invalid } from '../../../catalogue/errors.ts'
import type { Ground } from '../../engine/feature.ts'
import { readDay } from '../../engine/history/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { decidedBy, type DecisionQuery } from './decided.ts'

const reviewers = [3, 4, 5, 6] as const

const reviewedOf = ({ records }: Ground['engine']) =>
  Object.values(records).filter(({ review }) => review !== undefined)

/** A checked request. Refuses a type that is not reviewed and days in the wrong order. */
export function askedIn(engine: Ground['engine'], query: z.output<typeof myReviewsQuery>): DecisionQuery {
  const reviewed = reviewedOf(engine)
  const { type, from, to, ...rest } = query
  if (type !== undefined && !reviewed.some(({ name }) => name === type))
    throw invalid('type', '没有该档案类型')
  const days = {
    from: from === undefined ? null : readDay(from, 'from'),
    to: to === undefined ? null : readDay(to, 'to'),
  }
  if (days.from !== null && days.to !== null && days.from > days.to)
    throw invalid('from', '前一个日期不能晚于后一个日期')
  return { ...rest, ...days, types: type === undefined ? reviewed.map(({ name }) => name) : [type] }
}

/** Registers the call about what the caller decided. */
export function myReviewRoutes(
  server: Server,
  { engine, actorOn, placeOf }: Pick<Ground, 'engine' | 'actorOn' | 'placeOf'>,
): void {
  const reviewed = reviewedOf(engine)
  register(server, {
    method: 'GET',
    url: '/api/v1/reviews/mine',
    mayLag: true,
    access: reviewers,
    tag: '档案记录',
    summary: '我的审核记录：我作出的决定，新的在前，附记录的现状',
    query: myReviewsQuery,
    answer: myReviewPage,
    handle: async ({ query }, request) => {
      const page = await decidedBy({ engine, placeOf, actor: actorOn(request) }, askedIn(engine, query))
      const types = reviewed.map(({ name, title }) => ({ type: name, title }))
      return { ...page, types }
    },
  })
}
