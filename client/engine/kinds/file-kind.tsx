import { useId, useState } from 'react'
import { sentenceOf } from '../../platform/api-error.ts'
import { upload } from '../../platform/upload.ts'
import { Button } from '../../ui/button.tsx'
import { FileImage } from '../evidence/file-image.tsx'
import { limitsSentence, refusalOf } from '../evidence/limits.ts'
import { isEmpty } from '../values.ts'
import type { ClientKind, DisplayProps, InputProps } from './client-kind.ts'
import './kinds.css'

/** One file that is a value of its own, such as a photo. What may be chosen is said before choosing. */
function FileInput({ id, field, value, describedBy, onChange }: InputProps) {
  const [share, setShare] = useState<number | null>(null)
  const [fault, setFault] = useState('')
  const says = useId()
  const limits = {
    maxCount: 1,
    maxSizeMB: field.maxSizeMB ?? 10,
    accept: field.accept ?? ['jpg', 'jpeg', 'png', 'pdf'],
    required: false,
  }
  const send = async (file: File) => {
    const refused = refusalOf(limits, file)
    setFault(refused ?? '')
    if (refused) return
    setShare(0)
    try {
      onChange((await upload(file, { onProgress: setShare })).id)
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setShare(null)
    }
  }
  return (
    <div className="xr-photo">
      {!isEmpty(value) && <FileImage id={String(value)} alt={field.label} />}
      <div>
        <p className="x-note x-faint" id={says}>
          {limitsSentence(limits)}
        </p>
        <label className="x-button" htmlFor={id}>
          {share === null ? (isEmpty(value) ? '选择文件' : '换一个') : `正在上传 ${Math.round(share * 100)}%`}
        </label>
        <input
          id={id}
          type="file"
          className="x-hidden"
          accept={limits.accept.map((kind) => `.${kind}`).join(',')}
          aria-describedby={[says, describedBy].filter(Boolean).join(' ')}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void send(file)
          }}
        />
        {!isEmpty(value) && (
          <Button look="text" onClick={() => onChange(null)}>
            移除
          </Button>
        )}
        {fault && (
          <p className="xr-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    </div>
  )
}

function FileDisplay({ field, value }: DisplayProps) {
  return <FileImage id={String(value)} alt={field.label} />
}

export const fileKind: ClientKind = { Input: FileInput, Display: FileDisplay, text: () => null, Filter: null }
