import { useState, type FormEvent } from 'react'
import type { OfficeForm } from '../../../catalogue/contract/office-forms.ts'
import { upload } from '../../platform/api/upload.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useOfficeFormActs, type FormText } from './use-office-forms.ts'

interface TextProps {
  readonly title: string
  readonly start: Pick<OfficeForm, 'title' | 'forHolders'>
  readonly needsFile: boolean
  readonly ok: string
  readonly onSave: (text: FormText) => Promise<void>
  readonly onCancel?: () => void
}

/** Name, template and who prints a form. The file is uploaded when the form is saved. */
function TextPanel({ title, start, needsFile, ok, onSave, onCancel }: TextProps) {
  const [name, setName] = useState(start.title)
  const [forHolders, setForHolders] = useState(start.forHolders)
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState<string | undefined>()
  const { busy, faults, run } = useAct(['title', 'fileId'])
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (needsFile && file === null) return setMissing('请选择 Word 模板')
    setMissing(undefined)
    void run(async () => {
      const fileId = file === null ? undefined : (await upload(file)).id
      await onSave({ title: name, forHolders, ...(fileId !== undefined && { fileId }) })
    })
  }
  const wrong = missing ?? faults['fileId'] ?? faults['form']
  return (
    <Panel title={title}>
      <form noValidate className="office-form-text" onSubmit={save}>
        <TextField label="表格名称" value={name} maxLength={40} fault={faults['title']} onChange={setName} />
        <div className="office-form-file">
          <FileButton
            label={needsFile ? '选择 Word 模板' : '换模板'}
            accept=".docx"
            busy={busy}
            onTake={setFile}
          />
          <span className="x-soft">{file === null ? '.docx，不超过 1 MB' : file.name}</span>
        </div>
        {wrong !== undefined && (
          <p role="alert" className="x-labelled-fault">
            {wrong}
          </p>
        )}
        <label className="office-form-check">
          <input
            type="checkbox"
            checked={forHolders}
            onChange={({ target }) => setForHolders(target.checked)}
          />
          教师本人也可以打印
        </label>
        <div className="office-acts">
          <Button type="submit" look="primary" busy={busy}>
            {ok}
          </Button>
          {onCancel && <Button onClick={onCancel}>取消</Button>}
        </div>
      </form>
    </Panel>
  )
}

export function NewOfficeForm({ onDone, onCancel }: { onDone: (id: number) => void; onCancel: () => void }) {
  const { begin } = useOfficeFormActs()
  return (
    <TextPanel
      title="表格和模板"
      start={{ title: '', forHolders: false }}
      needsFile
      ok="保存为草稿"
      onCancel={onCancel}
      onSave={async (text) => {
        const { id } = await begin(text)
        notify.success('已保存为草稿')
        onDone(id)
      }}
    />
  )
}

export function ChangeOfficeForm({ form }: { form: OfficeForm }) {
  const { change } = useOfficeFormActs()
  return (
    <TextPanel
      key={form.editNo}
      title="修改"
      start={form}
      needsFile={false}
      ok="保存草稿"
      onSave={async (text) => {
        await change(form.id, { ...text, editNo: form.editNo })
        notify.success('已保存草稿，发布后生效')
      }}
    />
  )
}
