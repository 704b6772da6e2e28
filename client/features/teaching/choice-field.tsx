import { Field } from '../../ui/forms/field.tsx'

/** One of some options, with its fault below it. */
export function ChoiceField({
  label,
  value,
  options,
  fault,
  onChange,
}: {
  label: string
  value: string
  options: readonly { readonly value: string; readonly label: string }[]
  fault?: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <Field label={label} fault={fault}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
