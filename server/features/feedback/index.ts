import { z } from 'zod'
import {
  feedbackAnswer,
  feedbackDraft,
  feedbackPage,
  feedbackQuery,
  ownFeedback,
} from '../../../catalogue/contract/feedback.ts'
import { paging } from '../../../catalogue/contract/envelope.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { register } from '../../platform/http/call.ts'
import { answerFeedback, feedbackFor, keepFeedback, ownFeedbackOf, type FeedbackNeeds } from './store.ts'

export { waitingFeedback } from './waiting.ts'

const url = '/api/v1/feedback'
const tag = '意见反馈'

/** 意见反馈: what people say about the portal, answered by an administrator (docs/decisions/0260). */
export const feedback: Feature<FeedbackNeeds & Pick<Ground, 'actorOn'>> = {
  name: 'feedback',
  routes: (server, { actorOn, ...needs }) => {
    register(server, {
      method: 'POST',
      url,
      access: 'signedIn',
      tag,
      summary: '反馈使用问题或改进建议',
      perMinute: 10,
      body: feedbackDraft,
      answer: z.boolean(),
      handle: async ({ body }, request) => {
        await keepFeedback(needs, actorOn(request), body)
        return true
      },
    })
    register(server, {
      method: 'GET',
      url: `${url}/mine`,
      access: 'signedIn',
      tag,
      summary: '我反馈过的，和答复',
      query: z.strictObject(paging),
      answer: ownFeedback,
      handle: ({ query }, request) => ownFeedbackOf(needs.db, actorOn(request), query),
    })
    register(server, {
      method: 'GET',
      url,
      access: [1],
      tag,
      summary: '收到的意见反馈，待答复的在前',
      query: feedbackQuery,
      answer: feedbackPage,
      handle: ({ query }) => feedbackFor(needs.db, query),
    })
    register(server, {
      method: 'POST',
      url: `${url}/:id/answer`,
      access: [1],
      tag,
      summary: '答复一条意见反馈，反馈的人会收到消息',
      params: z.object({ id: z.uuid('编号不对') }),
      body: feedbackAnswer,
      answer: z.boolean(),
      handle: async ({ params: { id }, body: { answer } }, request) => {
        await answerFeedback(needs, actorOn(request), { id, answer })
        return true
      },
    })
  },
}
