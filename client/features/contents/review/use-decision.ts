import { contents } from '../../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { useOpinion } from '../../../engine/review/use-opinion.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { standingOf } from '../standing.ts'
import { useContentCalls } from '../use-contents.ts'
import { offerContentUndo } from './undo.tsx'

/** The words of the reviewer and the two decisions. `onDecided` leads on to what waits next. */
export function useDecision(type: ContentName, view: ContentView, onDecided: () => void) {
  const { decide } = useContentCalls(type)
  const { opinion, setOpinion, fault, toPass, toReturn, send } = useOpinion()
  const run = (name: 'publish' | 'sendBack', words: object, done: string) =>
    send(async () => {
      const after = await decide.mutateAsync({ id: view.id, name, body: { version: view.version, ...words } })
      const title = String(view.value[contents[type].headline] ?? '')
      if (name === 'publish') offerContentUndo(type, view.id, title)
      notify.success(`${done}：${title}。${standingOf(after)}`)
      onDecided()
    })
  const current = view.approval?.steps.find(({ state }) => state === 'current')
  const pass = async () => {
    if (decide.isPending) return
    const words = await toPass(current?.reasonRequired === true)
    if (words !== null) await run('publish', { opinion: words }, '已审核通过')
  }
  const sendBack = async () => {
    if (decide.isPending) return
    const reason = toReturn()
    if (reason !== null) await run('sendBack', { reason }, '已退回')
  }
  return { opinion, setOpinion, fault, busy: decide.isPending, pass, sendBack }
}
