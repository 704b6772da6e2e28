import { useEffect, useRef } from 'react'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { sentenceTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { isDialogOpen } from '../dialog-open.ts'
import { References, unnamed } from '../record/references.ts'
import { EvidenceField } from './evidence-field.tsx'
import { FaultList, ReturnNote } from './fault-list.tsx'
import { focusField } from './focus-field.ts'
import { FormAside, usePreview } from './form-aside.tsx'
import { FormSections } from './form-sections.tsx'
import { useLeaveGuard } from './leave-guard.ts'
import { SaveLine } from './save-line.tsx'
import { useRecordForm, type FormSource, type RecordFormModel } from './use-record-form.ts'
import { useSubmit } from './use-submit.ts'
import './form.css'
import '../record/record.css'

export interface RecordFormProps extends FormSource {
  /** Key of the field that gets the focus when the form opens, e.g. the one a reviewer named. */
  readonly focus?: string | null
  /** Called when the first save has given the record its id, so that the page can put it into the address. */
  readonly onCreated?: (id: string) => void
  readonly onDone: (id: string) => void
  readonly onCancel: () => void
}

/** The form of a record of any type, drawn from its declaration. */
export function RecordForm({ focus, onCreated, onDone, onCancel, ...source }: RecordFormProps) {
  const form = useRecordForm(source)
  const { view } = source
  const { definition, state, faults } = form
  const pass = useLeaveGuard(form.unsaved)
  const { busy, saveNow, submit } = useSubmit(form, view, pass, onDone)
  const preview = usePreview(form)
  useArrival(focus)
  useCtrlEnter(() => void (form.atOnce ? saveNow() : submit()))
  const created = useRef(state.id)
  useEffect(() => {
    if (created.current !== null || state.id === null) return
    created.current = state.id
    pass()
    onCreated?.(state.id)
  })
  const main = form.atOnce ? saveNow : submit
  const giveUp = async () => {
    const text = form.atOnce ? undefined : '已存的草稿还在，只放弃最后没保存的几处。'
    const yes =
      !form.unsaved ||
      (await confirm({ title: '放弃没保存的改动？', ...(text && { text }), ok: '放弃改动', danger: true }))
    if (!yes) return
    form.copy.giveUp()
    pass()
    onCancel()
  }
  return (
    <form
      className="xr-form"
      noValidate
      data-testid="record-form"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="xr-form-main">
        <CopyNotes form={form} />
        {view?.pending && <ReturnNote definition={definition} pending={view.pending} />}
        {state.tried && <FaultList definition={definition} faults={faults} />}
        <References value={view?.references ?? unnamed}>
          <FormSections form={form} view={view} ownerId={source.ownerId ?? view?.ownerId} />
        </References>
        <Evidence form={form} view={view} />
      </div>
      <FormAside form={form} preview={preview} />
      <StickyBar note={<SaveLine form={form} />}>
        <Button look="text" onClick={() => void giveUp()}>
          放弃修改
        </Button>
        {!form.atOnce && (
          <Button busy={busy} onClick={() => void saveNow()}>
            保存草稿
          </Button>
        )}
        <Button look="primary" busy={busy} onClick={() => void main()}>
          {form.atOnce ? '保存' : view?.pending?.decidedAt ? '重新提交审核' : '提交审核'}
          <Kbd>Ctrl Enter</Kbd>
        </Button>
      </StickyBar>
    </form>
  )
}

/** Ctrl+Enter saves or submits from anywhere on the page, except while a dialog is open. */
function useCtrlEnter(act: () => void) {
  const now = useRef(act)
  useEffect(() => {
    now.current = act
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
      if (!isDialogOpen()) now.current()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Brings the focus once to the field that the address names. */
function useArrival(focus: string | null | undefined) {
  useEffect(() => {
    if (!focus) return
    // The shell moves the focus to the heading after each navigation; this comes after it.
    const timer = setTimeout(() => focusField(focus), 150)
    return () => clearTimeout(timer)
  }, [focus])
}

function Evidence({ form, view }: { form: RecordFormModel; view: RecordView | null }) {
  const { definition, state, dispatch, faults } = form
  const files = useRef(state.files)
  useEffect(() => {
    files.current = state.files
  })
  if (!definition.attachments) return null
  return (
    <EvidenceField
      limits={definition.attachments}
      files={state.files}
      before={view?.effectiveAttachments.map((file) => file.id) ?? []}
      fault={faults.find((fault) => fault.field === 'attachments')?.message}
      reason={view?.pending?.reasons.find((one) => one.key === 'attachments')?.reason}
      onChange={(change) => {
        // Two uploads may end before React has drawn the first: each adds its file to the latest list, not to
        // the drawn one.
        files.current = change(files.current)
        dispatch({ type: 'files', files: files.current })
      }}
    />
  )
}

/** What the writer has to know or decide: a copy from this computer, or a save by another person. */
function CopyNotes({ form }: { form: RecordFormModel }) {
  const { offered, putBack, take, drop } = form.copy
  const { newer } = form.state
  return (
    <>
      {putBack && (
        <output className="xr-info">
          <Icon name="info" />
          已恢复本机 {sentenceTime(new Date(putBack.at).toISOString())} 没来得及保存的填写。
        </output>
      )}
      {offered && (
        <section className="xr-info" aria-live="polite">
          <Icon name="info" />
          本机有一份 {sentenceTime(new Date(offered.at).toISOString())} 没保存的填写，之后该记录又改过。
          <Button onClick={take}>用本机的</Button>
          <Button look="text" onClick={drop}>
            不用
          </Button>
        </section>
      )}
      {newer && (
        <p className="xr-info xr-info-accent" role="alert">
          <Icon name="warn" />
          该记录刚在别处修改过{newer.pending?.level ? `（${levelLabels[newer.pending.level]}）` : ''}
          。您填的都还在；不同的栏目下面列出了别处存的值，可以逐栏选用，再保存。
        </p>
      )}
    </>
  )
}
