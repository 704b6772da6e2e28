import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import { useOpinion } from '../../engine/review/use-opinion.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { offerQuestionUndo } from './undo.tsx'
import { useQuestionActs } from './use-questions.ts'

/** The words of the reviewer and the two decisions. `onDecided` leads on to what waits next. */
export function useDecision(question: QuestionDetail, onDecided: () => void) {
  const { move } = useQuestionActs(question)
  const { opinion, setOpinion, fault, toPass, toReturn, send } = useOpinion()
  const run = (name: 'approve' | 'return', words: string, done: string) =>
    send(async () => {
      await move.mutateAsync({ name, body: { opinion: words } })
      if (name === 'approve') offerQuestionUndo(question.id, question.title)
      notify.success(`${done}：${question.title}`)
      onDecided()
    })
  const pass = async () => {
    if (move.isPending) return
    const words = await toPass(false)
    if (words !== null) await run('approve', words, '已审核通过')
  }
  const sendBack = async () => {
    if (move.isPending) return
    const words = toReturn()
    if (words !== null) await run('return', words, '已退回')
  }
  return { opinion, setOpinion, fault, busy: move.isPending, pass, sendBack }
}
export type Decision = ReturnType<typeof useDecision>
