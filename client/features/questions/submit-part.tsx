import { useState } from 'react'
import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import { labelOf, selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { isReach } from '../../../catalogue/flows/reach.ts'
import type { QuestionFault } from '../../../catalogue/questions/judge.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { z } from 'zod'
import { Choice } from '../../ui/forms/choice.tsx'
import type { QuestionForm } from './use-question-form.ts'

type Fault = Pick<QuestionFault, 'field' | 'message' | 'level'>

/** How far the question shall be read, what is still wrong with it, and handing it in. */
export function SubmitPart({
  form,
  shown,
  faults,
  onDone,
}: {
  form: QuestionForm
  shown: QuestionDetail | null
  faults: readonly Fault[]
  onDone: () => Promise<void>
}) {
  const { typed, change } = form
  const [kind, setKind] = useState<'erratum' | 'revision'>('erratum')
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const isChange = shown?.isChanged === true && shown.reach !== null
  const errors = faults.filter(({ level }) => level === 'error')
  const hand = async (knowing: boolean): Promise<void> => {
    const stored = await form.save(true)
    if (!stored) return
    try {
      await api.post(`/api/v1/question/${stored.id}/submit`, {
        schema: z.boolean(),
        body: { version: stored.version, knowing, ...(isChange && { change: kind, reason }) },
      })
      await onDone()
    } catch (error) {
      if (
        !knowing &&
        error instanceof ApiError &&
        error.status === 409 &&
        error.message.includes('题目相同')
      ) {
        const sure = await confirm({ title: '已有相同的题', text: error.message, ok: '仍要提交' })
        return sure ? hand(true) : undefined
      }
      setRefused(sentenceOf(error))
    }
  }
  const submit = async () => {
    setBusy(true)
    setRefused('')
    await hand(false)
    setBusy(false)
  }
  return (
    <Panel title="提交">
      <div className="question-fields">
        <Choice
          label="共享范围"
          value={typed.shareScope}
          options={selectable('shareScope')}
          isRequired
          onChange={(code) => isReach(code) && change({ shareScope: code })}
        />
        {isChange && (
          <>
            <Choice
              label="本次改的是"
              value={kind}
              options={[
                { code: 'erratum', label: '勘误（题意不变）' },
                { code: 'revision', label: '修订（题意有变）' },
              ]}
              isRequired
              onChange={(code) => setKind(code === 'revision' ? 'revision' : 'erratum')}
            />
            <TextField label="改了什么" value={reason} maxLength={200} onChange={setReason} />
          </>
        )}
      </div>
      <p className="x-soft x-dense">
        {typed.shareScope === '0'
          ? '只有自己能用，无需审核。'
          : `由学校起逐级审核；每通过一级，那一级的教师当时就能用，直到${labelOf('shareScope', typed.shareScope)}。`}
      </p>
      <FaultSummary faults={faults} />
      {refused !== '' && (
        <p role="alert" className="x-labelled-fault">
          {refused}
        </p>
      )}
      <Button look="primary" busy={busy} disabled={errors.length > 0} onClick={() => void submit()}>
        {typed.shareScope === '0' ? '保存为自用' : '提交审核'}
      </Button>
    </Panel>
  )
}

/** What keeps a question from being handed in, and what others would miss. */
function FaultSummary({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return <p className="x-soft x-dense">没有发现问题。</p>
  return (
    <ul className="question-faults" aria-label="还要处理">
      {faults.map(({ field, message, level }) => (
        <li key={`${field} ${message}`} className={level === 'error' ? 'x-labelled-fault' : 'x-soft'}>
          {message}
        </li>
      ))}
    </ul>
  )
}
