import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { mostInBundle } from '../../../catalogue/contract/forms.ts'
import { bundledForms } from '../../../catalogue/forms/bundled.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import { api } from '../../platform/api/api.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { printPaper } from './use-forms.ts'
import './forms.css'

/** Whose forms are printed: those who were chosen, or all that the roll finds with these filters. */
export type Many =
  | { readonly teacherIds: readonly number[] }
  | { readonly found: Readonly<Record<string, string>>; readonly total: number }

/** Opens the choice of what is printed for many people: a form for each as a zip, or one roster. */
export function PrintMany({ of, label = '打印表格' }: { of: Many; label?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon="print" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <ManyDialog of={of} onClose={() => setOpen(false)} />}
    </>
  )
}

const rosterName = 'roster'

function ManyDialog({ of, onClose }: { of: Many; onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  const [form, setForm] = useState<string>(bundledForms[0]?.name ?? '')
  const { busy, faults, run } = useAct([])
  const navigate = useNavigate()
  const session = useSession()
  const id = useId()
  const count = 'total' in of ? of.total : of.teacherIds.length
  const tooMany = count > mostInBundle
  // A roster is of those who were chosen; of a whole list the export keeps its columns and order.
  const choices = bundledForms.filter(({ name }) => name !== rosterName || 'teacherIds' in of)
  const print = () =>
    run(async () => {
      if (form === rosterName && 'teacherIds' in of) {
        const { name } = await printPaper({ form, teacherIds: [...of.teacherIds] })
        notify.success(`${name} 已生成`)
      } else {
        const body = 'total' in of ? { form, found: of.found } : { form, teacherIds: of.teacherIds }
        await api.post('/api/v1/forms/bundles', { schema: z.object({ id: z.string() }), body })
        notify.success('正在后台打包，完成后会发消息给您')
        if (session) void navigate(pathOfPage(session.role, 'printed-forms'))
      }
      onClose()
    })
  return (
    <dialog ref={dialog} className="x-dialog forms-dialog" aria-labelledby={id} data-testid="print-many">
      <h2 id={id}>为 {count} 人打印表格</h2>
      <fieldset className="forms-choices">
        <legend>打印哪一种</legend>
        {choices.map(({ name, title, note }) => (
          <label key={name}>
            <input type="radio" name="form" checked={form === name} onChange={() => setForm(name)} />
            <span>
              {title}
              <small>{note}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="forms-note">按您在屏幕上看到的内容打印，证件号等按权限脱敏；每位教师都能看到本次打印。</p>
      {tooMany && <ErrorBox title="人数太多" detail={`一次最多 ${mostInBundle} 人，请先筛选。`} />}
      {faults['form'] !== undefined && <ErrorBox title="没有打印" detail={faults['form']} />}
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button look="primary" icon="print" busy={busy} disabled={tooMany} onClick={() => void print()}>
          打印
        </Button>
      </footer>
    </dialog>
  )
}
