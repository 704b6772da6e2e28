import { useId, useRef, useState } from 'react'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { upload } from '../../platform/api/upload.ts'
import { Button } from '../../ui/forms/button.tsx'

type Logo = { readonly id: string; readonly url: string }

/** The mark of a client: uploaded at once, shown, taken away. It counts when the form is saved. */
export function ClientLogo({
  logo,
  fault,
  onChange,
}: {
  logo: Logo | null
  fault: string | undefined
  onChange: (logo: Logo | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const id = useId()
  const take = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setFailed('')
    try {
      const { id: fresh } = await upload(file)
      onChange({ id: fresh, url: URL.createObjectURL(file) })
    } catch (error) {
      setFailed(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  const said = fault ?? failed
  return (
    <div className="clients-logo">
      <label htmlFor={id}>标志</label>
      {logo && <img src={logo.url} alt="客户的标志" />}
      <input
        ref={input}
        id={id}
        className="x-hidden"
        type="file"
        accept="image/png,image/jpeg"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button busy={busy} onClick={() => input.current?.click()}>
        {logo ? '换一张' : '上传标志'}
      </Button>
      {logo && (
        <Button look="text" onClick={() => onChange(null)}>
          移除标志
        </Button>
      )}
      <span className="x-faint x-dense">
        png 或 jpg。从这个客户的域名进来的人，门户上方显示它的名称和标志。
      </span>
      {said !== '' && (
        <span role="alert" className="clients-fault">
          {said}
        </span>
      )}
    </div>
  )
}
