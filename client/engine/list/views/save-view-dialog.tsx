import { useId, useState } from 'react'
import type { SavedView } from '../../../../catalogue/contract/archive/saved-views.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { useModalDialog } from '../../../ui/feedback/modal-dialog.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { faultsOf } from '../../data/problem.ts'

/** Asks for the name of a view and whether the list opens with it. */
export function SaveViewDialog({
  names,
  onClose,
  onSave,
}: {
  names: readonly string[]
  onClose: () => void
  onSave: (view: Pick<SavedView, 'name' | 'isDefault'>) => Promise<unknown>
}) {
  const id = useId()
  const dialog = useModalDialog(true, onClose)
  const [name, setName] = useState('')
  const [isDefault, setDefault] = useState(false)
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (name.trim() === '') return setFault('请填写视图名称')
    setBusy(true)
    try {
      await onSave({ name: name.trim(), isDefault })
      notify.success(`已存为视图“${name.trim()}”`)
      onClose()
    } catch (error) {
      setFault(faultsOf(error)[0]?.message ?? sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby={id}>
      <form
        className="x-dialog-body xr-view-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void save()
        }}
      >
        <h2 id={id}>存为视图</h2>
        <p>存下现在的筛选、排序和每页条数，换一台电脑也在。</p>
        <TextField
          label="视图名称"
          value={name}
          maxLength={20}
          fault={fault}
          onChange={(text) => {
            setName(text)
            setFault(undefined)
          }}
          {...(names.includes(name.trim()) && { help: '已有同名的视图，保存后替换它。' })}
        />
        <label className="xr-view-default">
          <input type="checkbox" checked={isDefault} onChange={() => setDefault(!isDefault)} />
          打开该名单时默认用它
        </label>
        <footer>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            保存视图
          </Button>
        </footer>
      </form>
    </dialog>
  )
}
