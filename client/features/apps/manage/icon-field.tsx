import { useState } from 'react'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { upload } from '../../../platform/api/upload.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { FileButton } from '../../../ui/forms/file-button.tsx'

export type Picture = { readonly id: string; readonly url: string }

/** The picture of an app: uploaded at once, shown, taken away. It counts when the form is saved. */
export function IconField({
  icon,
  fault,
  onChange,
}: {
  icon: Picture | null
  fault: string | undefined
  onChange: (icon: Picture | null) => void
}) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const take = async (file: File) => {
    setBusy(true)
    setFailed('')
    try {
      const { id } = await upload(file)
      onChange({ id, url: URL.createObjectURL(file) })
    } catch (error) {
      setFailed(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  const said = fault ?? failed
  return (
    <div className="app-icon-field">
      <span>图标</span>
      {icon && <img src={icon.url} alt="应用的图标" />}
      <FileButton
        label={icon ? '换一张图标' : '上传图标'}
        accept="image/png,image/jpeg"
        busy={busy}
        onTake={(file) => void take(file)}
      />
      {icon && (
        <Button look="text" onClick={() => onChange(null)}>
          移除图标
        </Button>
      )}
      <span className="x-faint x-dense">png 或 jpg，正方形。没有图标的显示名称的第一个字。</span>
      {said !== '' && (
        <span role="alert" className="app-fault">
          {said}
        </span>
      )}
    </div>
  )
}
