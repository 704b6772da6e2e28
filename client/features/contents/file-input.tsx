import { useRef, useState } from 'react'
import type { Field } from '../../../catalogue/define.ts'
import type { ContentFile } from '../../../catalogue/contract/portal.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button.tsx'

/** One file or several of a content: uploaded at once, kept by their ids. `known` are those the server has named. */
export function FileInput({
  id,
  field,
  value,
  known,
  describedBy,
  onChange,
}: {
  id: string
  field: Field
  value: unknown
  known: readonly ContentFile[]
  describedBy: string | undefined
  onChange: (value: unknown) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const [fresh, setFresh] = useState<{ id: string; name: string; url: string }[]>([])
  const held = [value].flat().filter((one): one is string => typeof one === 'string')
  const files = held.map((one) => [...known, ...fresh].find((file) => file.id === one) ?? { id: one, name: '文件', url: '' })
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setFault('')
    try {
      const done = await upload(file)
      setFresh((list) => [...list, { id: done.id, name: done.name, url: file.type.startsWith('image/') ? URL.createObjectURL(file) : '' }])
      onChange(field.multiple ? [...held, done.id] : done.id)
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setBusy(false)
      if (input.current) input.current.value = ''
    }
  }
  return (
    <div className="contents-files">
      {files.map((file) => (
        <span key={file.id} className="contents-file">
          {file.url && /\.(jpe?g|png)$/i.test(file.name) ? <img src={file.url} alt={file.name} /> : <span>{file.name}</span>}
          <Button look="text" onClick={() => onChange(field.multiple ? held.filter((one) => one !== file.id) : null)}>
            移除<span className="x-hidden">{file.name}</span>
          </Button>
        </span>
      ))}
      <input
        ref={input}
        id={id}
        type="file"
        accept={field.accept?.map((ending) => `.${ending}`).join(',')}
        aria-describedby={describedBy}
        disabled={busy}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      {busy && <span className="x-soft">正在上传…</span>}
      {fault && (
        <span role="alert" className="contents-fault">
          {fault}
        </span>
      )}
    </div>
  )
}
