import { useState } from 'react'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { ApiError, sentenceOf } from '../../../platform/api/api-error.ts'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { standingOf } from '../standing.ts'
import { useContentCalls } from '../use-contents.ts'
import { noOpinion, opinionId, wordsOf, type Opinion } from '../../../engine/review/opinion.tsx'
import { offerContentUndo } from './undo.tsx'

/** The words of the reviewer and the two decisions. `onDecided` leads on to what waits next. */
export function useDecision(type: ContentName, view: ContentView, onDecided: () => void) {
  const { decide } = useContentCalls(type)
  const [opinion, setOpinion] = useState<Opinion>(noOpinion)
  const [fault, setFault] = useState('')
  const ask = (sentence: string) => {
    setFault(sentence)
    document.getElementById(opinionId)?.focus()
  }
  const run = async (name: 'publish' | 'sendBack', words: object, done: string) => {
    setFault('')
    try {
      const after = await decide.mutateAsync({ id: view.id, name, body: { version: view.version, ...words } })
      const title = String(view.value[contents[type].headline] ?? '')
      if (name === 'publish') offerContentUndo(type, view.id, title)
      notify.success(`${done}：${title}。${standingOf(after)}`)
      onDecided()
    } catch (error) {
      ask(error instanceof ApiError ? (error.errors[0]?.message ?? error.message) : sentenceOf(error))
    }
  }
  const current = view.approval?.steps.find(({ state }) => state === 'current')
  const pass = async () => {
    if (decide.isPending) return
    if (current?.reasonRequired && opinion.typed.trim() === '') return ask('这一步通过也要写意见')
    const chosen = opinion.picked.length
    const sure =
      chosen === 0 ||
      (await confirm({
        title: `已选 ${chosen} 条退回意见，仍然通过？`,
        text: '通过时只送出您写的意见，选的退回意见不送出。',
        ok: '审核通过',
      }))
    if (sure) await run('publish', { opinion: opinion.typed.trim() }, '已审核通过')
  }
  const sendBack = async () => {
    if (decide.isPending) return
    const reason = wordsOf(opinion)
    if (reason === '') return ask('退回要写明原因，可以选下面的常用意见')
    if (reason.length > 200) return ask('意见合起来不超过 200 个字')
    await run('sendBack', { reason }, '已退回')
  }
  return { opinion, setOpinion, fault, busy: decide.isPending, pass, sendBack }
}
