import { useMutation, useQuery } from '@tanstack/react-query'
import {
  decisionFilters,
  myReviewPage,
  type DecisionFilter,
  type MyReview,
} from '../../../catalogue/contract/archive/my-reviews.ts'
import { useMakeStale } from '../../engine/data/queries.ts'
import { recordApi } from '../../engine/data/record-api.ts'
import { forgetUndo } from '../../engine/review/undo/undo-store.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { notify } from '../../ui/feedback/notify.ts'

/** What the list is narrowed by; empty texts narrow nothing. */
export interface ReviewFilter {
  readonly type: string
  readonly decision: DecisionFilter | ''
  readonly from: string
  readonly to: string
  readonly page: number
}

export const isDecision = (text: string | null): text is DecisionFilter =>
  text !== null && Object.hasOwn(decisionFilters, text)

/** What I decided. Under the key of records, so that a decision makes it stale. */
export function useMyReviews({ page, ...filter }: ReviewFilter) {
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  return useQuery({
    queryKey: ['records', 'my-reviews', page, asked],
    queryFn: ({ signal }) =>
      api.get('/api/v1/reviews/mine', {
        schema: myReviewPage,
        query: { ...asked, page, pageSize: 20 },
        signal,
        quiet: true,
      }),
  })
}

/** Takes one of my approvals back; the server decides whether it still may be. */
export function useUndo() {
  const makeStale = useMakeStale()
  return useMutation({
    mutationFn: ({ type, recordId }: MyReview) => recordApi.act(type, recordId, 'undo'),
    onSuccess: (_, { ownerName, summary, recordId }) => {
      forgetUndo([recordId])
      notify.success(`已撤销：${ownerName}，${summary}，回到待我审`)
    },
    onError: (error) => notify.error(sentenceOf(error), { stay: 4000 }),
    onSettled: () => makeStale(),
  })
}
