import { Field } from '../../ui/forms/field.tsx'

/** Several lines of text, with the fault below them. */
export function TextBox({
  label,
  value,
  most,
  rows = 3,
  fault,
  onChange,
}: {
  label: string
  value: string
  most: number
  rows?: number
  fault?: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <Field label={label} fault={fault}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          maxLength={most}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
