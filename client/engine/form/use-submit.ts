import { useCallback, useRef, useState } from 'react'
import { levelLabels, type Verb } from '../../../catalogue/flows/review.ts'
import type { PreviewView, RecordView } from '../../../catalogue/contract/archive/records.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { faultsOf } from '../data/problem.ts'
import { recordApi } from '../data/record-api.ts'
import { useMakeStale } from '../data/queries.ts'
import { focusField } from './focus-field.ts'
import type { RecordFormModel } from './use-record-form.ts'

type Next = (id: string) => void

/** What a submission will do, in words, for the question before it. */
function effectOf(form: RecordFormModel, preview: PreviewView): string {
  const { changed, replaces, definition } = form
  const what = !replaces
    ? `新增一条${definition.title}。`
    : changed.length > 0
      ? `会改动 ${changed.length} 项，审核通过前仍是现行值。`
      : ''
  const who = preview.steps
    .map((step) => `${levelLabels[step.level]}（${step.person ?? step.institution}）`)
    .join('，再到')
  const lines = [what, `提交后交给${who}。审核前可以撤回。`]
  if (preview.warnings.length > 0)
    lines.push(
      `有 ${preview.warnings.length} 条提示，审核人会看到：`,
      ...preview.warnings.map((w) => `${w.message}${form.state.because[w.message] ? '（已说明原因）' : ''}`),
    )
  return lines.filter(Boolean).join('\n')
}

/** The owner’s reasons to those warnings that the server named. */
function becauseOf(form: RecordFormModel, preview: PreviewView) {
  return preview.warnings.flatMap(({ message }) => {
    const said = form.state.because[message]?.trim()
    return said ? [{ message, because: said }] : []
  })
}

/** Saves and submits; a click while one of them is under way does nothing. */
export function useSubmit(form: RecordFormModel, view: RecordView | null, leaving: () => void, onDone: Next) {
  const { busy, once } = useOnce()
  const makeStale = useMakeStale()
  const { definition, dispatch, judged, save } = form

  /** Shows all faults and brings the focus to the first. Returns true when there is none. */
  const sound = (): boolean => {
    dispatch({ type: 'tried' })
    const [first] = judged.errors
    if (first) setTimeout(() => focusField(first.field), 0)
    return first === undefined
  }

  const finish = async (id: string, sentence: string) => {
    notify.success(sentence)
    await makeStale()
    leaving()
    onDone(id)
  }

  const saveNow = () =>
    once(async () => {
      // A value that takes effect at once must be complete; a draft may have faults.
      if (form.atOnce && !sound()) return
      const done = await save()
      if (!done) return
      if (form.atOnce) await finish(done.id, '已保存，已生效')
      else notify.success('草稿已保存')
    })

  const submit = () =>
    once(async () => {
      if (!sound()) return
      if (view && view.pending === null && !form.unsaved && form.state.version === view.version) {
        return notify.warn('内容未修改，无需提交')
      }
      const done = await saveToSubmit(form, view)
      if (!done) return
      try {
        const preview = await recordApi.preview(
          definition.name,
          { values: {} },
          done.id,
          new AbortController().signal,
        )
        if (preview.errors.length > 0) {
          dispatch({ type: 'refused', faults: preview.errors })
          setTimeout(() => focusField(preview.errors[0]?.field ?? ''), 0)
          return
        }
        if (preview.blocked) return notify.error(preview.blocked, { stay: 6000 })
        const title = `提交${definition.title}`
        if (!(await confirm({ title, text: effectOf(form, preview), ok: '提交审核' }))) return
        const because = becauseOf(form, preview)
        const result = await recordApi.act(definition.name, done.id, 'submit', {
          version: done.version,
          because,
        })
        await finish(done.id, `已提交，待${result.level ? levelLabels[result.level] : ''}审核`)
      } catch (error) {
        if (faultsOf(error).length > 0) dispatch({ type: 'refused', faults: faultsOf(error) })
        else dispatch({ type: 'failed', message: sentenceOf(error), unanswered: false })
      }
    })

  return { busy, saveNow, submit }
}

/**
 * Saves before submitting. A returned record that was not changed has no draft, and the server submits only
 * drafts: a save without a change makes one, because the owner may insist on the value.
 */
function saveToSubmit(form: RecordFormModel, view: RecordView | null) {
  const untouched = view !== null && view.version === form.state.version
  const submits: Verb = 'submit'
  return form.save(untouched && view.pending !== null && !view.can.includes(submits))
}

/** Runs one task at a time and ignores calls while it is under way. */
function useOnce() {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const once = useCallback(async (work: () => Promise<void>) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return { busy, once }
}
