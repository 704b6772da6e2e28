import { useState } from 'react'
import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import { noOpinion, opinionId, wordsOf, type Opinion } from '../../engine/review/opinion.tsx'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useQuestionActs, type QuestionMove } from './use-questions.ts'

/** The words of the reviewer and his decisions. `onDecided` leads on to what waits next. */
export function useDecision(question: QuestionDetail, onDecided: () => void) {
  const { move } = useQuestionActs(question)
  const [opinion, setOpinion] = useState<Opinion>(noOpinion)
  const [fault, setFault] = useState('')
  const ask = (sentence: string) => {
    setFault(sentence)
    document.getElementById(opinionId)?.focus()
  }
  const run = async (name: QuestionMove, body: object, done: string, then: () => void) => {
    if (move.isPending) return
    setFault('')
    try {
      await move.mutateAsync({ name, body })
      notify.success(`${done}：${question.title}`)
      then()
    } catch (error) {
      ask(error instanceof ApiError ? (error.errors[0]?.message ?? error.message) : sentenceOf(error))
    }
  }
  const sendBack = async () => {
    const words = wordsOf(opinion)
    if (words === '') return ask('退回要写明原因，可以选下面的常用意见')
    await run('return', { opinion: words }, '已退回', onDecided)
  }
  return {
    opinion,
    setOpinion,
    fault,
    busy: move.isPending,
    pass: () => run('approve', { opinion: opinion.typed.trim() }, '已审核通过', onDecided),
    sendBack,
    undo: () => run('undo', {}, '已撤销', () => undefined),
  }
}
export type Decision = ReturnType<typeof useDecision>
