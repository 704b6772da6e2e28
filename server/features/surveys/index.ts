import { z } from 'zod'
import {
  mayBeAsked as mayBeAskedShape,
  needFigures,
  needQuery,
  ownSurvey,
  ownSurveyList,
  surveyAnswer,
  surveyDraft,
  surveyPage,
  surveyParams,
  surveyQuery,
  surveyResults,
} from '../../../catalogue/contract/training/surveys.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { today } from '../../platform/clock/clock.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { needsFor } from './needs.ts'
import {
  answerOwn,
  endSurvey,
  listSurveys,
  mayBeAsked,
  ownList,
  ownOne,
  planSurvey,
  readResults,
  type SurveyTools,
} from './store.ts'

export { needsOf, type NeedsAsked } from './needs.ts'
export { openSurveyFor } from './store.ts'

const url = '/api/v1/surveys'
const asking = { access: [3, 4, 5, 6], tag: '调查' } as const
const asked = { access: [2], tag: '调查' } as const

/** Surveys that offices ask of teachers (0171). */
export const surveys: Feature<Pick<Ground, 'actorOn'> & SurveyTools> = {
  name: 'surveys',
  routes: (server, { actorOn, ...tools }) => {
    askingRoutes(server, tools, actorOn)
    needRoutes(server, tools, actorOn)
    answeringRoutes(server, tools, actorOn)
  },
}

/** What an office asks, and what it came to. */
function askingRoutes(server: Server, tools: SurveyTools, actorOn: ActorOn): void {
  const { db } = tools
  register(server, {
    ...asking,
    method: 'GET',
    url,
    summary: '本单位发起的调查，最近的在前',
    query: surveyQuery,
    answer: surveyPage,
    handle: ({ query }, request) => listSurveys(db, actorOn(request), query),
  })
  register(server, {
    ...asking,
    method: 'GET',
    url: `${url}/people`,
    summary: '可以请谁填：学校选本校教师，教育局选范围内的学校',
    answer: mayBeAskedShape,
    handle: (_, request) => mayBeAsked(db, actorOn(request)),
  })
  register(server, {
    ...asking,
    method: 'POST',
    url,
    summary: '发起调查：题目、期限、是否匿名、请谁填；发出后题目不能再改',
    body: surveyDraft,
    answer: z.object({ id: z.string() }),
    perMinute: 20,
    handle: async ({ body }, request) => ({ id: await planSurvey(tools, actorOn(request), body) }),
  })
  register(server, {
    ...asking,
    method: 'GET',
    url: `${url}/:id`,
    summary: '一份调查的结果；匿名的结束后才能看，少于 5 人的不显示',
    params: surveyParams,
    answer: surveyResults,
    handle: ({ params }, request) => readResults(db, actorOn(request), params.id),
  })
  register(server, {
    ...asking,
    method: 'POST',
    url: `${url}/:id/close`,
    summary: '提前结束调查，不能再打开',
    params: surveyParams,
    answer: z.boolean(),
    handle: async ({ params }, request) => {
      await endSurvey(db, actorOn(request), params.id)
      return true
    },
  })
}

/** What teachers need, for who plans. */
function needRoutes(server: Server, { db }: SurveyTools, actorOn: ActorOn): void {
  register(server, {
    ...asking,
    method: 'GET',
    url: `${url}/needs`,
    summary: '某年度的培训需求：本单位和下级的需求调查合计，与培训计划的分项对照；不满 5 份的不计入',
    query: needQuery,
    answer: needFigures,
    // Without a year the coming one: a plan is made before its year begins.
    handle: ({ query }, request) =>
      needsFor(db, actorOn(request), query.year ?? Number(today().slice(0, 4)) + 1),
  })
}

/** What a teacher is asked. */
function answeringRoutes(server: Server, { db }: SurveyTools, actorOn: ActorOn): void {
  register(server, {
    ...asked,
    method: 'GET',
    url: `${url}/mine`,
    summary: '请我填的调查，最近 50 份',
    answer: ownSurveyList,
    handle: async (_, request) => ({ list: await ownList(db, actorOn(request)) }),
  })
  register(server, {
    ...asked,
    method: 'GET',
    url: `${url}/mine/:id`,
    summary: '一份请我填的调查',
    params: surveyParams,
    answer: ownSurvey,
    handle: ({ params }, request) => ownOne(db, actorOn(request), params.id),
  })
  register(server, {
    ...asked,
    method: 'POST',
    url: `${url}/mine/:id`,
    summary: '提交答案，一人一次；匿名的不留下是谁、几点答的',
    params: surveyParams,
    body: surveyAnswer,
    answer: z.boolean(),
    handle: async ({ params, body }, request) => {
      await answerOwn(db, actorOn(request), params.id, body.answers)
      return true
    },
  })
}
