import { useCallback, useRef, useState } from 'react'
import type { ActionBody, RecordView } from '../../../catalogue/contract/archive/records.ts'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { isStale } from '../data/problem.ts'
import { recordApi } from '../data/record-api.ts'
import { useMakeStale } from '../data/queries.ts'
import { offerUndo } from './undo/undo-store.ts'

export type Decision = 'approve' | 'return' | 'reject'

const words = { approve: '已通过', return: '已退回', reject: '已判为不通过' } as const satisfies Record<
  Decision,
  string
>

/**
 * Sends the decision about one record and returns whether the server took it; then `onDecided` opens the
 * next. A second click while it is under way does nothing.
 */
export function useDecision(type: string, onDecided: (id: string, decision: Decision) => void) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const makeStale = useMakeStale()
  const decide = useCallback(
    async (view: RecordView, decision: Decision, body: ActionBody = {}) => {
      if (running.current) return false
      running.current = true
      setBusy(true)
      try {
        const result = await recordApi.act(type, view.id, decision, { ...body, version: view.version })
        const summary = `${view.ownerName}，${view.summary}`
        if (decision === 'approve') offerUndo([{ type, id: view.id, summary }])
        const onwards =
          result.state === 'inReview' && result.level ? `，已报${levelLabels[result.level]}` : ''
        notify.success(`${words[decision]}：${summary}${onwards}`)
        onDecided(view.id, decision)
        void makeStale()
        return true
      } catch (error) {
        notify.error(isStale(error) ? '记录刚被修改，已更新为最新内容，请重新查看' : sentenceOf(error), {
          stay: 4000,
        })
        void makeStale()
        return false
      } finally {
        running.current = false
        setBusy(false)
      }
    },
    [type, onDecided, makeStale],
  )
  return { busy, decide }
}
