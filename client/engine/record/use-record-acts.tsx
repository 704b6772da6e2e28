import { useState, type ReactNode } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { Verb } from '../../../catalogue/flows/review.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { sentenceDate } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { recordApi, type ActionName } from '../data/record-api.ts'
import { useMakeStale } from '../data/queries.ts'
import { ReasonDialog, type ReasonQuestion } from './reason-dialog.tsx'

/** What an act needs of its record, which comes from a list row or a single view. */
export interface Subject {
  readonly id: string
  readonly version: number
  readonly summary: string
  readonly can: readonly Verb[]
  /** Whether the record has an effective value beside its pending one. */
  readonly hasEffective: boolean
  readonly appealUntil?: string | null | undefined
  /** Whole days with the office that holds it; null or absent where nobody does. */
  readonly waitingDays?: number | null | undefined
}

interface ActionDialog {
  readonly subject: Subject
  readonly act: ActionName
  readonly question: ReasonQuestion
}

function appealOf({ summary, appealUntil }: Subject): ReasonQuestion {
  const until = appealUntil ? `，${sentenceDate(appealUntil)}前有效` : ''
  return {
    title: '对“不通过”申诉',
    text: `“${summary}”将交给上一级再看一次，只有一次机会${until}。`,
    ok: '提交申诉',
    label: '申诉理由',
  }
}
const voidOf = (subject: Subject): ReasonQuestion => ({
  title: '作废该记录',
  text: `“${subject.summary}”作废后不再是有效值，仍留在历史里可查。`,
  ok: '作废',
  label: '作废原因',
})

/** Whether the office that holds a record may be urged: the server refuses it on the first day. */
export const mayUrge = ({ can, waitingDays }: Pick<Subject, 'can' | 'waitingDays'>): boolean =>
  can.includes('urge') && (waitingDays ?? 0) > 0

/**
 * Withdraw, urge, delete, appeal and void, each with its question and result; the caller renders `dialog`.
 */
export function useRecordActs(definition: AnyRecord, onGone?: () => void) {
  const makeStale = useMakeStale()
  const [asked, setAsked] = useState<ActionDialog | null>(null)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>, sentence: string, gone = false) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
      notify.success(sentence)
      if (gone) onGone?.()
    } catch (error) {
      notify.error(sentenceOf(error), { stay: 4000 })
    } finally {
      setBusy(false)
      // The page has navigated by then: a deleted record must not be read once more.
      setTimeout(() => void makeStale(), 50)
    }
  }
  const withdraw = async (subject: Subject) => {
    const text = `“${subject.summary}”会回到您手里，可以改了再交。`
    if (!(await confirm({ title: '撤回本次提交？', text, ok: '撤回' }))) return
    await run(
      () => recordApi.act(definition.name, subject.id, 'withdraw', { version: subject.version }),
      '已撤回，可以修改',
    )
  }
  const remove = async (subject: Subject) => {
    const text = subject.hasEffective
      ? '只删除还没生效的改动，现行的值不变。'
      : `“${subject.summary}”会被删除。`
    if (
      !(await confirm({
        title: subject.hasEffective ? '放弃本次改动？' : '删除该记录？',
        text,
        ok: '删除',
        danger: true,
      }))
    )
      return
    await run(() => recordApi.remove(definition.name, subject.id), '已删除', !subject.hasEffective)
  }
  const dialog: ReactNode = asked && (
    <ReasonDialog
      question={asked.question}
      busy={busy}
      onAnswer={(reason) => {
        setAsked(null)
        if (reason === null) return
        const { id, version } = asked.subject
        void run(
          () => recordApi.act(definition.name, id, asked.act, { reason, version }),
          asked.act === 'void' ? '已作废' : '已申诉，等上一级答复',
          asked.act === 'void',
        )
      }}
    />
  )
  return {
    busy,
    dialog,
    withdraw,
    urge: (subject: Subject) =>
      run(() => recordApi.act(definition.name, subject.id, 'urge'), '已催办，审核的单位会收到消息'),
    remove,
    appeal: (subject: Subject) => setAsked({ subject, act: 'appeal', question: appealOf(subject) }),
    makeVoid: (subject: Subject) => setAsked({ subject, act: 'void', question: voidOf(subject) }),
  }
}

export type RecordActs = ReturnType<typeof useRecordActs>
