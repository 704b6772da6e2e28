import { Field } from './field.tsx'

/** Several lines of text, with the fault below them. */
export function TextBox({
  label,
  value,
  most,
  rows = 3,
  help,
  required = false,
  fault,
  onChange,
}: {
  label: string
  value: string
  most: number
  rows?: number
  help?: string
  required?: boolean
  fault?: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <Field label={label} fault={fault} required={required} {...(help !== undefined && { help })}>
      {(control) => (
        <textarea
          {...control}
          required={required}
          rows={rows}
          maxLength={most}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
