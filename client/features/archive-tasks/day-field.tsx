import { useMemo } from 'react'
import { date } from '../../../catalogue/field.ts'
import { clientKind } from '../../engine/kinds/kinds.ts'
import { Field } from '../../ui/forms/field.tsx'

/** A day with a calendar; empty text for none. */
export function DayField({
  label,
  value,
  fault,
  onChange,
}: {
  label: string
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}) {
  const field = useMemo(() => date(label), [label])
  const { Input: Day } = clientKind(field)
  return (
    <Field label={label} required fault={fault}>
      {(control) => (
        <Day
          id={control.id}
          field={field}
          value={value === '' ? null : value}
          row={{}}
          invalid={control['aria-invalid']}
          describedBy={control['aria-describedby']}
          onChange={(next) => onChange(typeof next === 'string' ? next : '')}
        />
      )}
    </Field>
  )
}
