import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { ActionBody, PendingView, RecordView } from '../../../catalogue/contract/archive/records.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { recordApi } from '../data/record-api.ts'
import type { ReturnWay } from './decision-bar.tsx'
import { wholeArchiveOf } from './owner-head.tsx'
import type { Question } from './desk-dialog.tsx'
import { freeReasonId } from './reasons/reason-panel.tsx'
import { asBody, useReasons, wholeRecord, type Reasons } from './reasons/use-reasons.ts'
import { useShortcuts, type EarlyDigits } from './shortcuts.ts'
import { useUnread } from './unread/use-unread.ts'
import type { Decision, useDecision } from './use-decision.ts'

export interface DeskRecordProps {
  readonly definition: AnyRecord
  readonly view: RecordView
  readonly pending: PendingView
  readonly decision: ReturnType<typeof useDecision>
  readonly early: EarlyDigits
  readonly onSkip: () => void
}

/** What a reviewer has chosen for the open record, what they may do with it, and the keys that do it. */
export function useDeskActs(props: DeskRecordProps) {
  const { definition, view, pending, decision, early } = props
  const reasons = useReasons(definition)
  const [target, setTarget] = useState(wholeRecord)
  const [way, setWay] = useState<ReturnWay>({ comeBack: true, toStep: null })
  const [file, openFile] = useState<string | undefined>()
  const [question, ask] = useState<Question | null>(null)
  useLook(definition.name, view, pending)
  const decide = (...[verdict, body]: [Decision, ActionBody?]) => {
    early.clear()
    void decision.decide(view, verdict, body)
  }
  const unread = useUnread(pending)
  const archive = wholeArchiveOf(definition, view)
  const acts = {
    pass: () => {
      if (unread.holdsBack(openFile))
        return notify.warn(`还没看过 ${unread.words}，已为您翻到；看过以后再按一次就通过`, { stay: 4000 })
      return wantsOpinion(pending) ? ask('pass') : decide('approve')
    },
    sendBack: () => {
      if (reasons.picked.length > 0) return decide('return', returnBody(reasons.picked, way))
      notify.warn('请先选或写一条退回意见')
      document.getElementById(freeReasonId)?.focus()
    },
    skip: () => {
      early.clear()
      props.onSkip()
    },
  }
  const may = (verb: string) => view.can.some((one) => one === verb)
  const showNextFile = () => {
    openFile(nextFile(pending.attachments, file))
    document.querySelector<HTMLElement>('.xv-stage')?.focus()
  }
  const showArchive = () => {
    if (archive) window.open(archive, '_blank', 'noopener')
  }
  useDeskKeys(props, { ...acts, showNextFile, showArchive, help: () => ask('help'), reasons, may })
  const pointAt = (key: string) => {
    setTarget(key)
    document.getElementById(freeReasonId)?.focus()
  }
  return {
    ...acts,
    unread,
    reasons,
    target,
    setTarget,
    pointAt,
    way,
    setWay,
    file,
    openFile,
    question,
    ask,
    decide,
    may,
  }
}

/**
 * The keys of the desk. Number keys choose reasons; those pressed while this record was still loading count,
 * too.
 */
function useDeskKeys(
  { decision, early }: DeskRecordProps,
  acts: Readonly<
    Record<'pass' | 'sendBack' | 'skip' | 'showNextFile' | 'showArchive' | 'help', () => void>
  > & {
    readonly reasons: Reasons
    readonly may: (verb: string) => boolean
  },
) {
  const { reasons, may } = acts
  const numbers = may('return')
    ? reasons.library.slice(0, 9).map((one, i) => [String(i + 1), () => reasons.toggle(one)] as const)
    : []
  useShortcuts({
    S: acts.skip,
    E: acts.showNextFile,
    O: acts.showArchive,
    '?': acts.help,
    ...(may('approve') && { A: acts.pass }),
    ...(may('return') && { R: acts.sendBack }),
    ...(!decision.busy && Object.fromEntries(numbers)),
  })
  const chooseEarly = useEffectEvent(() => {
    const pressed = early.take()
    for (const [key, choose] of numbers) if (pressed.includes(key)) choose()
  })
  // With the listeners, so that no digit is both kept and heard.
  useLayoutEffect(() => chooseEarly(), [])
}

/** Whether the chain asks at this step for an opinion in words. */
const wantsOpinion = (pending: PendingView): boolean =>
  pending.route.find((step) => step.state === 'current')?.reasonRequired === true

const returnBody = (picked: Parameters<typeof asBody>[0], { comeBack, toStep }: ReturnWay): ActionBody => ({
  ...asBody(picked),
  comeBack,
  ...(toStep !== null && { toStep }),
})

/** The file after the open one, the first after the last; undefined when there is none. */
function nextFile(files: PendingView['attachments'], open: string | undefined): string | undefined {
  const place = files.findIndex((one) => one.id === open)
  return files[(place + 1) % Math.max(1, files.length)]?.id
}

/**
 * Tells the server that the reviewer has seen this version. The server then marks in the next version what
 * changed since.
 */
function useLook(type: string, view: RecordView, pending: PendingView) {
  useEffect(() => {
    recordApi.look(type, view.id).catch(() => undefined)
  }, [type, view.id, pending.revisionId])
}
