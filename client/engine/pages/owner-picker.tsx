import { useState } from 'react'
import { institution, teacher } from '../../../catalogue/define.ts'
import { Button } from '../../ui/forms/button.tsx'
import { clientKind } from '../kinds/kinds.ts'
import '../form/form.css'

const choices = {
  teacher: {
    field: teacher('教师', { required: true }),
    help: '输姓名或拼音首字母，从本单位教师里选。',
  },
  institution: { field: institution('单位', { required: true }), help: '输单位名称，从下级单位里选。' },
} as const
const noRow = {}

/** Chooses the owner of a new record; `first` stands there to begin with. */
export function OwnerPicker(props: {
  of: keyof typeof choices
  first?: number | null
  onPick: (ownerId: number) => void
  onCancel: () => void
}) {
  const { of, first = null, onPick, onCancel } = props
  const [id, setId] = useState<number | null>(first)
  const { field, help } = choices[of]
  const { Input } = clientKind(field)
  return (
    <div className="xr-owner">
      <div className="xr-field">
        <div className="xr-label">
          <label htmlFor="owner" id="owner-label">
            {field.label}
            <span className="xr-star">*</span>
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
        <p className="xr-help">{help}</p>
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
