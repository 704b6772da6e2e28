import { useState } from 'react'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { noOpinion, opinionId, wordsOf, type Opinion } from './opinion.tsx'

const longest = 200

/** The reviewer's words, with the checks before a decision is sent. */
export function useOpinion() {
  const [opinion, setOpinion] = useState<Opinion>(noOpinion)
  const [fault, setFault] = useState('')
  const blame = (sentence: string) => {
    setFault(sentence)
    document.getElementById(opinionId)?.focus()
  }
  /** Words of an approval; null if it is not sent: words are missing, or the reviewer cancelled. */
  const toPass = async (isRequired: boolean): Promise<string | null> => {
    const words = opinion.typed.trim()
    if (isRequired && words === '') {
      blame('这一步通过也要写意见')
      return null
    }
    const chosen = opinion.picked.length
    const isMeant =
      chosen === 0 ||
      (await confirm({
        title: `已选 ${chosen} 条退回意见，仍然通过？`,
        text: '通过时只送出您写的意见，选的退回意见不送出。',
        ok: '审核通过',
      }))
    return isMeant ? words : null
  }
  /** The reasons of a return; null where there are none, or too many words. */
  const toReturn = (): string | null => {
    const words = wordsOf(opinion)
    if (words !== '' && words.length <= longest) return words
    blame(words === '' ? '退回要写明原因，可以选下面的常用意见' : `意见合起来不超过 ${longest} 个字`)
    return null
  }
  /** Sends a decision; a refusal stands at the words. */
  const send = async (decision: () => Promise<void>): Promise<void> => {
    setFault('')
    try {
      await decision()
    } catch (error) {
      blame(error instanceof ApiError ? (error.errors[0]?.message ?? error.message) : sentenceOf(error))
    }
  }
  return { opinion, setOpinion, fault, toPass, toReturn, send }
}
