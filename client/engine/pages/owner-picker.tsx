import { useState } from 'react'
import { teacher } from '../../../catalogue/define.ts'
import { Button } from '../../ui/forms/button.tsx'
import { clientKind } from '../kinds/kinds.ts'
import '../form/form.css'

const field = teacher('教师', { required: true })
const { Input } = clientKind(field)
const noRow = {}

/** Chooses the owner of a new record. */
export function OwnerPicker({
  onPick,
  onCancel,
}: {
  onPick: (ownerId: number) => void
  onCancel: () => void
}) {
  const [id, setId] = useState<number | null>(null)
  return (
    <div className="xr-owner">
      <div className="xr-field">
        <div className="xr-label">
          <label htmlFor="owner" id="owner-label">
            教师<span className="xr-star">*</span>
          </label>
        </div>
        <Input
          id="owner"
          field={field}
          value={id}
          row={noRow}
          invalid={false}
          onChange={(value) => setId(typeof value === 'number' ? value : null)}
        />
        <p className="xr-help">输姓名或拼音首字母，从本单位教师里选。</p>
      </div>
      <Button look="primary" disabled={id === null} onClick={() => id !== null && onPick(id)}>
        下一步，填写
      </Button>
      <Button look="text" onClick={onCancel}>
        取消
      </Button>
    </div>
  )
}
