import { useState } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { usePlaces } from './use-roster.ts'

/** An institution, found by its name; it stands for all that lie below it. */
export function PlaceField({
  value,
  fault,
  onChange,
}: {
  value: { readonly id: number; readonly name: string } | null
  fault: string | undefined
  onChange: (place: { readonly id: number; readonly name: string }) => void
}) {
  const [q, setQ] = useState('')
  const { data } = usePlaces(q.trim())
  return (
    <div>
      <TextField
        label="范围"
        help={value === null ? '输入单位名称，至少两个字，再从下面选择' : `现在是${value.name}和它的下级单位`}
        maxLength={60}
        value={q}
        fault={fault}
        onChange={setQ}
      />
      {q.trim().length > 1 && data && (
        <ul className="roster-places" aria-label="找到的单位">
          {data.map(({ id, name }) => (
            <li key={id}>
              <Button
                onClick={() => {
                  onChange({ id, name })
                  setQ('')
                }}
              >
                {name}
              </Button>
            </li>
          ))}
          {data.length === 0 && <li className="x-soft">没有这样的单位。</li>}
        </ul>
      )}
    </div>
  )
}
