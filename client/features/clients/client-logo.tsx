import { useState } from 'react'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { upload } from '../../platform/api/upload.ts'
import { Button } from '../../ui/forms/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'

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
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const take = async (file: File) => {
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
      <span>标志</span>
      {logo && <img src={logo.url} alt="站点方案的标志" />}
      <FileButton
        label={logo ? '换一张标志' : '上传标志'}
        accept="image/png,image/jpeg"
        busy={busy}
        onTake={(file) => void take(file)}
      />
      {logo && (
        <Button look="text" onClick={() => onChange(null)}>
          移除标志
        </Button>
      )}
      <span className="x-faint x-dense">
        png 或 jpg。从该方案的域名进来的人，门户上方显示它的名称和标志。
      </span>
      {said !== '' && (
        <span role="alert" className="clients-fault">
          {said}
        </span>
      )}
    </div>
  )
}
